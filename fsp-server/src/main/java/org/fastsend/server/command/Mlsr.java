package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fastsend.server.files.Directories;
import org.fastsend.server.files.Entry;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.listing.MlsFact;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MLSR: as MLSD, of all directories below as well, with paths in the place of names (GridFTP). Links are shown, not
/// followed.
final class Mlsr implements Verb {
    /// Directories that may wait to be read: what a listing of any tree holds in memory.
    private static final int MAX_WAITING = 100_000;

    private record Waiting(Path directory, String prefix) {}

    @Override
    public String name() {
        return "MLSR";
    }

    @Override
    public String syntax() {
        return "[path]";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("MLSR");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        VirtualPath path = session.path(argument);
        RootedTree tree = session.treeToRead();
        Path real = tree.existing(path);
        Entry itself = Entry.read(real, path.name());
        if (!itself.isDirectory()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, path + ": not a directory; use MLST");
        }
        Set<MlsFact> facts = session.parameters().facts();
        MlsFact.Access access = session.access();
        Listed listed = new Listed(tree, path, real, itself, Optional.empty(), "");
        return ListSender.start(
                session,
                name(),
                listed,
                lines -> walk(tree, real, entry -> lines.add(MlsFact.line(entry, facts, access))));
    }

    private static void walk(RootedTree tree, Path root, Directories.EntrySink sink)
            throws IOException, InterruptedException {
        Deque<Waiting> waiting = new ArrayDeque<>(List.of(new Waiting(root, "")));
        while (!waiting.isEmpty()) {
            Waiting next = waiting.removeFirst();
            tree.list(next.directory(), entry -> {
                Entry below = entry.named(next.prefix() + entry.name());
                sink.accept(below);
                if (entry.isDirectory()) {
                    if (waiting.size() >= MAX_WAITING) {
                        throw new IOException("more directories than MLSR can list");
                    }
                    waiting.addLast(new Waiting(next.directory().resolve(entry.name()), below.name() + "/"));
                }
            });
        }
    }
}
