package org.fastsend.server.command;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.fastsend.server.data.ByteRanges.Range;
import org.fastsend.server.files.HashAlgorithm;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Part;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// CKSM: the checksum of a file or a range of it, a length of -1 being all the rest (GridFTP, GFD.47).
///
/// @param bench shared with the other verbs that hash
record Cksm(Hashing.Bench bench) implements Verb {
    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9-]+)\\s+([0-9]{1,18})\\s+(-1|[0-9]{1,18})\\s+(.+)");

    @Override
    public String name() {
        return "CKSM";
    }

    @Override
    public String syntax() {
        return "algorithm offset length|-1 path";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("CKSM "
                + Arrays.stream(HashAlgorithm.values())
                        .map(HashAlgorithm::toString)
                        .collect(Collectors.joining(",")));
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        Matcher form = FORM.matcher(argument.strip());
        if (!form.matches()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "CKSM " + syntax());
        }
        HashAlgorithm algorithm = HashAlgorithm.of(form.group(1))
                .orElseThrow(() -> new Refused(ReplyCode.BAD_PARAMETER, "There is no such checksum here"));
        long from = Long.parseLong(form.group(2));
        long length = Long.parseLong(form.group(3));
        Part part = length < 0 ? new Part.From(from) : new Part.Only(new Range(from, from + length));
        return bench.hash(session, form.group(4), part, algorithm, (_, hex) -> Reply.of(ReplyCode.FILE_STATUS, hex));
    }
}
