package org.fastsend.server.command;

import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// ALLO: space needs no reservation here (RFC 959 section 4.1.3).
final class Allo implements Verb {
    @Override
    public String name() {
        return "ALLO";
    }

    @Override
    public String syntax() {
        return "bytes";
    }

    @Override
    public Outcome run(Session session, String argument) {
        return Outcome.reply(ReplyCode.SUPERFLUOUS, "No reservation is needed");
    }
}
