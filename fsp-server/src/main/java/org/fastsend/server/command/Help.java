package org.fastsend.server.command;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// HELP: the commands, or how one is written.
public final class Help implements Verb {
    private final Supplier<VerbTable> verbs;

    /// Made with the verbs of the session, known once the table is complete.
    public Help(Supplier<VerbTable> verbs) {
        this.verbs = verbs;
    }

    @Override
    public String name() {
        return "HELP";
    }

    @Override
    public String syntax() {
        return "[command]";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) {
        if (argument.isBlank()) {
            List<String> lines = verbs.get().all().stream().map(Help::usage).toList();
            return new Outcome.Answer(Reply.list(ReplyCode.HELP, "The commands:", lines, "End"));
        }
        Optional<Verb> verb = verbs.get().find(argument.strip().toUpperCase(Locale.ROOT));
        return verb.map(known -> Outcome.reply(ReplyCode.HELP, usage(known)))
                .orElseGet(() -> Outcome.reply(ReplyCode.BAD_ARGUMENT, "There is no such command"));
    }

    private static String usage(Verb verb) {
        return (verb.name() + " " + verb.syntax()).strip();
    }
}
