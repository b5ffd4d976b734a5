package org.fastsend.server.command;

import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// CCC: back to a clear control connection (RFC 4217 section 6). Refused: paths and keys stay protected.
final class Ccc implements Verb {
    @Override
    public String name() {
        return "CCC";
    }

    @Override
    public Outcome run(Session session, String argument) {
        return Outcome.reply(ReplyCode.AGAINST_POLICY, "The control connection stays protected");
    }
}
