package org.fastsend.core.files;

import java.nio.file.Path;
import java.util.List;

/// Sends a tree to a directory, in a process of its own.
final class CopyTree {
    private CopyTree() {}

    public static void main(String[] arguments) throws Exception {
        Path destination = Path.of(arguments[1]);
        SentTree sent = SentTree.of(1 << 16, destination, Path.of(arguments[0]));
        List<WithheldFile> withheld = sent.collect(destination);
        if (!withheld.isEmpty() || !sent.omitted.isEmpty()) {
            throw new AssertionError(withheld + " " + sent.omitted);
        }
    }
}
