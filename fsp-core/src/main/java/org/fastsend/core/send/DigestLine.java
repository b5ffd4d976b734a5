package org.fastsend.core.send;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.fastsend.core.seal.FileDigest;

/// Puts the leaves of files that several workers read back into order and finishes each file's digest. Leaves wait
/// only while an earlier one is not read yet: at most as many wait as there are reads in progress, or as a {@link
/// org.fastsend.core.extent.Partition} reads ahead; those that an earlier run read are fetched when their turn comes.
/// Confined to the job's thread.
final class DigestLine {
    private final Map<Integer, OpenFile> open = new HashMap<>();
    private final Known known;

    DigestLine(Known known) {
        this.known = known;
    }

    /// Leaves that need not be read.
    @FunctionalInterface
    interface Known {
        Optional<byte[]> leaf(int file, long index);
    }

    /// A file of that size has been cut into that many leaves, at least one; its digest, if all of them are
    /// known.
    Optional<byte[]> expect(int file, long size, long leaves) {
        OpenFile entry = new OpenFile(size, leaves);
        open.put(file, entry);
        return advance(file, entry);
    }

    /// Takes leaf {@code index} of the file; the finished digest if it was the last one missing.
    Optional<byte[]> leaf(int file, long index, byte[] leaf) {
        OpenFile entry = open.get(file);
        if (entry == null || index < entry.next) {
            return Optional.empty(); // read again for a second stripe: it is in its digest already
        }
        entry.waiting.put(index, leaf);
        return advance(file, entry);
    }

    private Optional<byte[]> advance(int file, OpenFile entry) {
        for (var leaf = next(file, entry); leaf.isPresent(); leaf = next(file, entry)) {
            entry.root.add(leaf.get());
            entry.next++;
        }
        if (entry.next < entry.leaves) {
            return Optional.empty();
        }
        open.remove(file);
        return Optional.of(entry.root.finish());
    }

    private Optional<byte[]> next(int file, OpenFile entry) {
        if (entry.next == entry.leaves) {
            return Optional.empty();
        }
        if (!entry.waiting.isEmpty() && entry.waiting.firstKey() == entry.next) {
            return Optional.of(entry.waiting.pollFirstEntry().getValue());
        }
        return known.leaf(file, entry.next);
    }

    private static final class OpenFile {
        private final long leaves;
        private final FileDigest.Root root;
        private final TreeMap<Long, byte[]> waiting = new TreeMap<>();
        private long next;

        private OpenFile(long size, long leaves) {
            this.leaves = leaves;
            this.root = new FileDigest.Root(size);
        }
    }
}
