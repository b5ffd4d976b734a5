package org.fastsend.server.command;

import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// SYST: what clients choose their listing parser by.
final class Syst implements Verb {
    @Override
    public String name() {
        return "SYST";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) {
        return Outcome.reply(ReplyCode.SYSTEM_TYPE, "UNIX Type: L8");
    }
}
