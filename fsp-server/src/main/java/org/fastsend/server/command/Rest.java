package org.fastsend.server.command;

import java.util.List;
import org.fastsend.server.data.ByteRanges;
import org.fastsend.server.data.TransferMode;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Part;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// REST: where the next transfer starts, in bytes (RFC 3659 section 5), or in MODE E the ranges of the file that need
/// no transfer any more (GFD.20).
final class Rest implements Verb {
    @Override
    public String name() {
        return "REST";
    }

    @Override
    public String syntax() {
        return "offset|ranges";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("REST STREAM");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        String place = argument.strip();
        if (place.matches("[0-9]{1,18}")) {
            session.parameters().part(new Part.From(Long.parseLong(place)));
        } else if (session.transmission().mode() == TransferMode.EXTENDED) {
            session.parameters().part(new Part.Without(ranges(place)));
        } else {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "REST needs a number of bytes");
        }
        return Outcome.reply(ReplyCode.NEED_MORE, "The next transfer starts at " + place);
    }

    private static ByteRanges ranges(String text) throws Refused {
        try {
            return ByteRanges.parse(text);
        } catch (IllegalArgumentException e) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "REST in MODE E: " + e.getMessage());
        }
    }
}
