package org.fastsend.server.command;

import java.util.List;
import java.util.OptionalInt;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// ABUF: the server is to find out by itself how large socket buffers should be (GFD.20): so the system does that
/// again, whatever SBUF said.
final class AutomaticBuffers implements Verb {
    @Override
    public String name() {
        return "ABUF";
    }

    @Override
    public String syntax() {
        return "seconds bytes";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("ABUF");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        if (argument.isBlank()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "ABUF " + syntax());
        }
        session.parameters().bufferBytes(OptionalInt.empty());
        return Outcome.reply(ReplyCode.OK, "The system tunes buffers");
    }
}
