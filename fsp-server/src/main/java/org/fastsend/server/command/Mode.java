package org.fastsend.server.command;

import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MODE: stream mode is the only one.
final class Mode implements Verb {
    @Override
    public String name() {
        return "MODE";
    }

    @Override
    public String syntax() {
        return "S";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        if (!argument.strip().equalsIgnoreCase("S")) {
            throw new Refused(ReplyCode.BAD_PARAMETER, "Only MODE S");
        }
        return Outcome.reply(ReplyCode.OK, "Mode is stream");
    }
}
