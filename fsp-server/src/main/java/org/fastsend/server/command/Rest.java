package org.fastsend.server.command;

import java.util.List;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// REST: where the next transfer starts, in bytes (RFC 3659 section 5).
final class Rest implements Verb {
    @Override
    public String name() {
        return "REST";
    }

    @Override
    public String syntax() {
        return "offset";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("REST STREAM");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        String offset = argument.strip();
        if (!offset.matches("[0-9]{1,18}")) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "REST needs a number of bytes");
        }
        session.restart(Long.parseLong(offset));
        return Outcome.reply(ReplyCode.NEED_MORE, "The next transfer starts at " + offset);
    }
}
