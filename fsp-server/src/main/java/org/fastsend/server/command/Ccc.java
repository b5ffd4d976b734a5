package org.fastsend.server.command;

import java.util.List;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// CCC: back to a clear control connection, so that firewalls can read it (RFC 4217). Data connections stay
/// as PROT chose. Where the server requires TLS it stays.
final class Ccc implements Verb {
    @Override
    public String name() {
        return "CCC";
    }

    @Override
    public List<String> features(Session session) {
        return session.site().policy().requireTls() ? List.of() : List.of("CCC");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        if (!session.control().isSecure()) {
            throw new Refused(ReplyCode.BAD_PROTECTION_STATE, "The control connection is clear");
        }
        if (session.site().policy().requireTls()) {
            throw new Refused(ReplyCode.AGAINST_POLICY, "The control connection stays protected");
        }
        session.parameters().freezeProtection();
        return new Outcome.Unsecure(Reply.of(ReplyCode.OK, "Clear from here"));
    }
}
