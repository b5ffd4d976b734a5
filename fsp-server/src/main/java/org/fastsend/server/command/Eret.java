package org.fastsend.server.command;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.server.data.ByteRanges.Range;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Part;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// ERET P: sends a part of a file (GFD.20).
final class Eret implements Verb {
    private static final Pattern FORM =
            Pattern.compile("P\\s+([0-9]{1,18})\\s+([0-9]{1,18})\\s+(.+)", Pattern.CASE_INSENSITIVE);

    @Override
    public String name() {
        return "ERET";
    }

    @Override
    public String syntax() {
        return "P offset length path";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("ERET");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        Matcher form = FORM.matcher(argument.strip());
        if (!form.matches()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "ERET " + syntax());
        }
        session.parameters().takePart();
        long from = Long.parseLong(form.group(1));
        long to = from + Long.parseLong(form.group(2));
        return Retr.start(session, name(), form.group(3), new Part.Only(new Range(from, to)), from);
    }
}
