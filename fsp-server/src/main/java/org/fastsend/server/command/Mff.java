package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MFF: changes several facts of a file (draft-somers-ftp-mfxx).
final class Mff implements Verb {
    @Override
    public String name() {
        return "MFF";
    }

    @Override
    public String syntax() {
        return "fact=value;... path";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("MFF Create;Modify;UNIX.mode;");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        List<String> parts = FactChange.beforePath(argument)
                .orElseThrow(() -> new Refused(ReplyCode.BAD_ARGUMENT, "MFF needs facts and a path"));
        List<FactChange> changes = new ArrayList<>();
        for (String fact : parts.getFirst().split(";", -1)) {
            if (!fact.isEmpty()) {
                changes.add(FactChange.parse(fact));
            }
        }
        if (changes.isEmpty()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "MFF needs facts and a path");
        }
        return change(session, changes, parts.getLast());
    }

    /// Makes all changes of one file, and says so.
    static Outcome change(Session session, List<FactChange> changes, String argument) throws Refused, IOException {
        VirtualPath path = session.path(argument);
        RootedTree tree = session.treeToWrite();
        Path real = tree.existing(path);
        for (FactChange change : changes) {
            tree.change(real, change::apply);
        }
        String done = changes.stream().map(FactChange::text).collect(Collectors.joining());
        return Outcome.reply(ReplyCode.FILE_STATUS, done + " " + path);
    }
}
