package org.fastsend.server.command;

import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.fastsend.server.listing.MlsFact;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// OPTS: parameters of other commands (RFC 2389 section 4).
public final class Opts implements Verb {
    /// Sets the parameters of one command.
    @FunctionalInterface
    public interface Setter {
        Outcome set(Session session, String parameters) throws Refused;
    }

    private final Map<String, Setter> setters;

    /// Made with what extensions set, by upper-case name.
    public Opts(Map<String, Setter> extensions) {
        setters = new HashMap<>(extensions);
        setters.put("UTF8", Opts::utf8);
        setters.put("MLST", Opts::facts);
    }

    @Override
    public String name() {
        return "OPTS";
    }

    @Override
    public String syntax() {
        return "command parameters";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        String[] parts = argument.strip().split(" +", 2);
        Setter setter = setters.get(parts[0].toUpperCase(Locale.ROOT));
        if (setter == null) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "There are no options for that");
        }
        return setter.set(session, parts.length > 1 ? parts[1] : "");
    }

    private static Outcome utf8(Session session, String parameters) throws Refused {
        return switch (parameters.strip().toUpperCase(Locale.ROOT)) {
            case "ON", "" -> Outcome.reply(ReplyCode.OK, "UTF-8 is always on");
            default -> throw new Refused(ReplyCode.BAD_PARAMETER, "UTF-8 is always on");
        };
    }

    private static Outcome facts(Session session, String parameters) {
        session.facts(MlsFact.parse(parameters));
        return Outcome.reply(ReplyCode.OK, "MLST OPTS " + MlsFact.names(session.facts()));
    }
}
