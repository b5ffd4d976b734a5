package org.fastsend.server.command;

import java.net.Inet4Address;
import java.util.List;
import java.util.Locale;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// EPSV: the server waits for the data connection, whatever the address family (RFC 2428 section 3).
final class Epsv implements Verb {
    @Override
    public String name() {
        return "EPSV";
    }

    @Override
    public String syntax() {
        return "[1|2|ALL]";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("EPSV");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        String family = session.control().seen().getAddress() instanceof Inet4Address ? "1" : "2";
        String wanted = argument.strip().toUpperCase(Locale.ROOT);
        if (wanted.equals("ALL")) {
            session.parameters().extendedPassiveOnly();
            return Outcome.reply(ReplyCode.OK, "Only EPSV from now on");
        }
        if (wanted.isEmpty() || wanted.equals(family)) {
            return Outcome.reply(
                    ReplyCode.EXTENDED_PASSIVE,
                    "Entering extended passive mode (|||" + session.openPassivePort() + "|)");
        }
        throw new Refused(ReplyCode.BAD_NETWORK_PROTOCOL, "Use the control connection's protocol (" + family + ")");
    }
}
