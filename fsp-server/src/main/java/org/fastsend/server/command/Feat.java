package org.fastsend.server.command;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// FEAT: what this server does beyond RFC 959 (RFC 2389 section 3).
public final class Feat implements Verb {
    private final Supplier<VerbTable> verbs;

    /// Made with the verbs of the session, known once the table is complete.
    public Feat(Supplier<VerbTable> verbs) {
        this.verbs = verbs;
    }

    @Override
    public String name() {
        return "FEAT";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) {
        List<String> lines = Stream.concat(
                        Stream.of("UTF8", "TVFS"),
                        verbs.get().all().stream().flatMap(verb -> verb.features(session).stream()))
                .sorted()
                .toList();
        return new Outcome.Answer(Reply.list(ReplyCode.SYSTEM_STATUS, "Features:", lines, "End"));
    }
}
