package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// COMB: makes one file of several, which clients uploaded in parallel: the target, if it is there, and behind it
/// each part. The parts are removed when all is done. Paths may stand between double quotes.
final class Comb implements Verb {
    private static final int MAX_PARTS = 1000;

    @Override
    public String name() {
        return "COMB";
    }

    @Override
    public String syntax() {
        return "\"target\" \"part\" ...";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("COMB");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        List<String> words = Words.of(argument);
        if (words.size() < 2 || words.size() > MAX_PARTS) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "COMB " + syntax());
        }
        RootedTree tree = session.treeToDelete();
        VirtualPath target = session.path(words.getFirst());
        Path real = session.treeToWrite().target(target);
        List<Path> parts = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            Path part = tree.entry(session.path(word));
            if (!Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS) || part.equals(real) || parts.contains(part)) {
                throw new Refused(ReplyCode.FILE_UNAVAILABLE, word + ": not a file that can be a part");
            }
            parts.add(part);
        }
        return new Outcome.Work(
                new Combining(tree, target, real, parts, session.user().share().quota()));
    }
}
