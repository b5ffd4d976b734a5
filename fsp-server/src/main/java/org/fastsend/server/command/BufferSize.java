package org.fastsend.server.command;

import java.util.List;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// SBUF and ABUF: the size of socket buffers, given or to be found out (GFD.20). Understood, but left to
/// the system, whose own tuning grows buffers beyond what can be asked for and stops when somebody asks.
///
/// @param syntax of the argument
record BufferSize(String name, String syntax) implements Verb {
    @Override
    public List<String> features(Session session) {
        return List.of(name);
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        if (argument.isBlank()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, name + " " + syntax);
        }
        return Outcome.reply(ReplyCode.OK, "The system tunes buffers");
    }
}
