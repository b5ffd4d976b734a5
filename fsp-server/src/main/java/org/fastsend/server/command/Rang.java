package org.fastsend.server.command;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.server.data.ByteRanges.Range;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Part;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// RANG: the first and the last byte that the next RETR or HASH is about (draft-bryan-ftp-range). A last one before
/// the first means the whole file again.
final class Rang implements Verb {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})\\s+([0-9]{1,18})");

    @Override
    public String name() {
        return "RANG";
    }

    @Override
    public String syntax() {
        return "first last";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("RANG STREAM");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        Matcher form = FORM.matcher(argument.strip());
        if (!form.matches()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "RANG needs the first and the last byte");
        }
        long first = Long.parseLong(form.group(1));
        long last = Long.parseLong(form.group(2));
        if (last < first) {
            session.parameters().part(Part.whole());
            return Outcome.reply(ReplyCode.NEED_MORE, "The next transfer is of the whole file");
        }
        session.parameters().part(new Part.Only(new Range(first, last + 1)));
        return Outcome.reply(ReplyCode.NEED_MORE, "The next transfer is of bytes " + first + " to " + last);
    }
}
