package org.fastsend.server.command;

import java.util.List;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// PBSZ: with TLS the only protection buffer size is 0 (RFC 4217 section 8).
final class Pbsz implements Verb {
    @Override
    public String name() {
        return "PBSZ";
    }

    @Override
    public String syntax() {
        return "0";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public List<String> features(Session session) {
        return List.of("PBSZ");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        session.parameters().refuseIfFrozen();
        if (!session.control().isSecure()) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "PBSZ comes after AUTH TLS");
        }
        session.parameters().protectionBufferIsSet();
        return Outcome.reply(ReplyCode.OK, "PBSZ=0");
    }
}
