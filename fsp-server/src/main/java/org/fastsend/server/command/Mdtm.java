package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import org.fastsend.server.files.Entry;
import org.fastsend.server.listing.FileTimes;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MDTM: when a file was last modified, in UTC (RFC 3659 section 3). Older clients set it so too, with a time before
/// the path; a file of that whole name goes first.
final class Mdtm implements Verb {
    @Override
    public String name() {
        return "MDTM";
    }

    @Override
    public String syntax() {
        return "[YYYYMMDDHHMMSS] path";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("MDTM");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        Optional<List<String>> timeAndPath =
                FactChange.beforePath(argument).filter(parts -> parts.getFirst().matches("[0-9]{14}"));
        Entry entry;
        try {
            entry = Entry.read(session.treeToRead().existing(session.path(argument)), argument);
        } catch (NoSuchFileException e) {
            if (timeAndPath.isEmpty()) {
                throw e;
            }
            FactChange modify =
                    new FactChange.Modify(FactChange.time(timeAndPath.get().getFirst()));
            return Mff.change(session, List.of(modify), timeAndPath.get().getLast());
        }
        return Outcome.reply(ReplyCode.FILE_STATUS, FileTimes.format(entry.modified()));
    }
}
