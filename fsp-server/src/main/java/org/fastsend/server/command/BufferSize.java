package org.fastsend.server.command;

import java.util.List;
import java.util.OptionalInt;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// SBUF: how large the socket buffers of the data connections are that are agreed on from here on (GFD.20). The system
/// may allow less.
final class BufferSize implements Verb {
    private static final int MIN_BYTES = 4 << 10;
    private static final int MAX_BYTES = 64 << 20;

    @Override
    public String name() {
        return "SBUF";
    }

    @Override
    public String syntax() {
        return "bytes";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("SBUF");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        if (!argument.strip().matches("[0-9]{1,18}")) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "SBUF bytes");
        }
        int bytes = Math.clamp(Long.parseLong(argument.strip()), MIN_BYTES, MAX_BYTES);
        session.parameters().bufferBytes(OptionalInt.of(bytes));
        return Outcome.reply(ReplyCode.OK, "Buffers of " + bytes + " bytes");
    }
}
