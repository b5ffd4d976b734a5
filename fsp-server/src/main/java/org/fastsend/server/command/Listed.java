package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.fastsend.server.files.Directories;
import org.fastsend.server.files.Entry;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.listing.NamePattern;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// What LIST and NLST are to show: all of a directory, those of its names that match a pattern, or one file.
///
/// @param tree what the session may read
/// @param path as the client sees it; the directory's when there is a pattern
/// @param real the same on disk
/// @param prefix what the client wrote before the pattern
record Listed(
        RootedTree tree, VirtualPath path, Path real, Entry itself, Optional<NamePattern> pattern, String prefix) {
    /// Clients put options of `ls` in front (`-a`, `-la`), which change nothing here. A name that exists is always
    /// meant literally.
    static Listed of(Session session, String argument) throws Refused, IOException {
        RootedTree tree = session.treeToRead();
        try {
            return literal(session, tree, argument);
        } catch (NoSuchFileException e) {
            String rest = withoutOptions(argument);
            int slash = rest.lastIndexOf('/') + 1;
            String last = rest.substring(slash);
            if (NamePattern.isPattern(last)) {
                Listed directory = literal(session, tree, rest.substring(0, slash));
                return new Listed(
                        tree,
                        directory.path(),
                        directory.real(),
                        directory.itself(),
                        Optional.of(new NamePattern(last)),
                        rest.substring(0, slash));
            }
            if (rest.equals(argument)) {
                throw e;
            }
            return literal(session, tree, rest);
        }
    }

    private static Listed literal(Session session, RootedTree tree, String argument) throws Refused, IOException {
        VirtualPath path = session.path(argument);
        Path real = tree.existing(path);
        return new Listed(tree, path, real, Entry.read(real, path.name()), Optional.empty(), "");
    }

    private static String withoutOptions(String argument) {
        return argument.replaceFirst("^(-[A-Za-z0-9]+(\\s+|$))+", "");
    }

    /// Hands over what is to be shown.
    void forEach(Directories.EntrySink sink) throws IOException, InterruptedException {
        if (!itself.isDirectory()) {
            sink.accept(itself);
        } else if (pattern.isPresent()) {
            NamePattern wanted = pattern.get();
            tree.list(real, entry -> {
                if (wanted.matches(entry.name())) {
                    sink.accept(entry);
                }
            });
        } else {
            tree.list(real, sink);
        }
    }
}
