package org.fastsend.server.command;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.server.data.ByteRanges.Range;
import org.fastsend.server.files.HashAlgorithm;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Part;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;
import org.jspecify.annotations.Nullable;

/// XCRC, XMD5, XSHA and their kind: hashes as clients asked for them before there was HASH. The path may stand between
/// double quotes, and the first position and the one behind the
/// last after it.
///
/// @param bench shared with the other verbs that hash
record XHash(String name, HashAlgorithm algorithm, List<String> aliases, Hashing.Bench bench) implements Verb {
    private static final Pattern QUOTED =
            Pattern.compile("\"((?:[^\"]|\"\")++)\"(?:\\s+([0-9]{1,18})(?:\\s+([0-9]{1,18}))?)?");

    XHash(String name, HashAlgorithm algorithm, Hashing.Bench bench) {
        this(name, algorithm, List.of(), bench);
    }

    @Override
    public String syntax() {
        return "path | \"path\" [from [to]]";
    }

    @Override
    public List<String> features(Session session) {
        return List.of(name);
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        Matcher quoted = QUOTED.matcher(argument.strip());
        String path = quoted.matches() ? quoted.group(1).replace("\"\"", "\"") : argument;
        Part part = quoted.matches() ? part(quoted.group(2), quoted.group(3)) : Part.whole();
        return bench.hash(
                session,
                path,
                part,
                algorithm,
                (_, hex) -> Reply.of(ReplyCode.FILE_ACTION_DONE, hex.toUpperCase(Locale.ROOT)));
    }

    private static Part part(@Nullable String start, @Nullable String end) throws Refused {
        long from = start == null ? 0 : Long.parseLong(start);
        if (end == null) {
            return new Part.From(from);
        }
        long to = Long.parseLong(end);
        if (to < from) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "The end comes before the start");
        }
        return new Part.Only(new Range(from, to));
    }
}
