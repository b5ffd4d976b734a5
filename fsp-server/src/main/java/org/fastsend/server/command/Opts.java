package org.fastsend.server.command;

import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.server.data.Transmission;
import org.fastsend.server.files.HashAlgorithm;
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

    private static final Pattern PARALLELISM =
            Pattern.compile("Parallelism=([0-9]{1,6})(,[0-9]{1,6}){0,2}", Pattern.CASE_INSENSITIVE);
    /// How stripes share a file, of which there is one.
    private static final Pattern LAYOUT =
            Pattern.compile("(StripeLayout|BlockSize)=[a-zA-Z0-9]+", Pattern.CASE_INSENSITIVE);

    private static final Pattern DEFLATE_LEVEL = Pattern.compile("Z LEVEL ([0-9])", Pattern.CASE_INSENSITIVE);

    private final Map<String, Setter> setters;

    /// Made with what extensions set, by upper-case name.
    public Opts(Map<String, Setter> extensions) {
        setters = new HashMap<>(extensions);
        setters.put("UTF8", Opts::utf8);
        setters.put("MLST", Opts::facts);
        setters.put("HASH", Opts::hashAlgorithm);
        setters.put("UTF-8", Opts::utf8);
        setters.put("RETR", Opts::parallelism);
        setters.put("MODE", Opts::deflateLevel);
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
        session.parameters().facts(MlsFact.parse(parameters));
        return Outcome.reply(
                ReplyCode.OK, "MLST OPTS " + MlsFact.names(session.parameters().facts()));
    }

    private static Outcome hashAlgorithm(Session session, String parameters) throws Refused {
        if (!parameters.isBlank()) {
            session.parameters()
                    .hashAlgorithm(HashAlgorithm.of(parameters.strip())
                            .orElseThrow(
                                    () -> new Refused(ReplyCode.BAD_PARAMETER, "There is no such algorithm here")));
        }
        return Outcome.reply(ReplyCode.OK, session.parameters().hashAlgorithm().toString());
    }

    /// `Parallelism=4,4,4;`: streams to start with, at least and at most (GFD.20).
    private static Outcome parallelism(Session session, String parameters) throws Refused {
        for (String parameter : parameters.strip().split(";", -1)) {
            Matcher matcher = PARALLELISM.matcher(parameter.strip());
            if (matcher.matches()) {
                int streams = Math.clamp(Integer.parseInt(matcher.group(1)), 1, Transmission.MAX_PARALLELISM);
                session.transmission(session.transmission().withParallelism(streams));
            } else if (!parameter.isBlank()
                    && !LAYOUT.matcher(parameter.strip()).matches()) {
                throw new Refused(ReplyCode.BAD_ARGUMENT, "OPTS RETR knows Parallelism=n,n,n; and no such parameter");
            }
        }
        return Outcome.reply(
                ReplyCode.OK, "Parallelism is " + session.transmission().parallelism());
    }

    /// `Z LEVEL 6` (draft-preston-ftpext-deflate).
    private static Outcome deflateLevel(Session session, String parameters) throws Refused {
        Matcher matcher = DEFLATE_LEVEL.matcher(parameters.strip());
        if (!matcher.matches()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "OPTS MODE Z LEVEL 0 to 9");
        }
        int level = Integer.parseInt(matcher.group(1));
        session.transmission(session.transmission().withDeflateLevel(level));
        return Outcome.reply(ReplyCode.OK, "MODE Z LEVEL is " + level);
    }
}
