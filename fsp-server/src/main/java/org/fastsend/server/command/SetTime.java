package org.fastsend.server.command;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MFMT and MFCT: set when a file was last modified or made (draft-somers-ftp-mfxx).
record SetTime(String name, Function<Instant, FactChange> change) implements Verb {
    @Override
    public String syntax() {
        return "YYYYMMDDHHMMSS path";
    }

    @Override
    public List<String> features(Session session) {
        return List.of(name);
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        List<String> parts = FactChange.beforePath(argument)
                .orElseThrow(() -> new Refused(ReplyCode.BAD_ARGUMENT, name + " needs a time and a path"));
        return Mff.change(session, List.of(change.apply(FactChange.time(parts.getFirst()))), parts.getLast());
    }
}
