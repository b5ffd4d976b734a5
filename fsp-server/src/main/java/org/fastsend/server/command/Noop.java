package org.fastsend.server.command;

import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// NOOP: answered at once even during a transfer, so that clients can keep the connection alive.
final class Noop implements Verb {
    @Override
    public String name() {
        return "NOOP";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public boolean isUrgent() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) {
        return Outcome.reply(ReplyCode.OK, "Here");
    }
}
