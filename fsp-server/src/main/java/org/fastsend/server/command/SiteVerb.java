package org.fastsend.server.command;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// SITE: what no RFC has but clients use.
final class SiteVerb implements Verb {
    private static final List<SiteCommand> COMMANDS = List.of(SiteCommand.values());

    @Override
    public String name() {
        return "SITE";
    }

    @Override
    public String syntax() {
        return "HELP | command";
    }

    @Override
    public List<String> features(Session session) {
        return COMMANDS.stream().map(command -> "SITE " + command).toList();
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        String[] parts = argument.strip().split(" +", 2);
        String name = parts[0].toUpperCase(Locale.ROOT);
        if (name.equals("HELP") || name.isEmpty()) {
            List<String> lines = COMMANDS.stream()
                    .map(command -> command + " " + command.syntax())
                    .toList();
            return new Outcome.Answer(Reply.list(ReplyCode.HELP, "The SITE commands:", lines, "HELP"));
        }
        Optional<SiteCommand> command =
                COMMANDS.stream().filter(c -> c.toString().equals(name)).findFirst();
        return command.orElseThrow(() -> new Refused(ReplyCode.BAD_PARAMETER, "There is no such SITE command"))
                .run(session, parts.length > 1 ? parts[1] : "");
    }
}
