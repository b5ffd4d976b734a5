package org.fastsend.server.command;

import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// STRU: files are files.
final class Stru implements Verb {
    @Override
    public String name() {
        return "STRU";
    }

    @Override
    public String syntax() {
        return "F";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        if (!argument.strip().equalsIgnoreCase("F")) {
            throw new Refused(ReplyCode.BAD_PARAMETER, "Only STRU F");
        }
        return Outcome.reply(ReplyCode.OK, "Structure is file");
    }
}
