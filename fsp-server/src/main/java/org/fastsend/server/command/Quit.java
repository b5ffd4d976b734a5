package org.fastsend.server.command;

import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// QUIT: ends the session; during a transfer it waits for that (RFC 959 section 4.1.1).
final class Quit implements Verb {
    @Override
    public String name() {
        return "QUIT";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) {
        return new Outcome.Close(Reply.of(ReplyCode.GOODBYE, "Goodbye"));
    }
}
