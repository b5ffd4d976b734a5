package org.fastsend.server.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// How much may lie in a tree. What lies there is counted when an upload begins and nothing else is being written; what
/// is being written counts as it comes. Thread-safe.
public final class Quota {
    private final Optional<Long> maxBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private int writers;

    /// With no number everything goes.
    public Quota(Optional<Long> maxBytes) {
        this.maxBytes = maxBytes;
    }

    /// Space for one upload, given back when it is closed: by then either the file counts or it is gone.
    public final class Room implements AutoCloseable {
        private Room() {}

        /// Takes so much more; throws [QuotaExceededException] when there is no more.
        public void take(long bytes) throws QuotaExceededException {
            if (maxBytes.isPresent() && usedBytes.addAndGet(bytes) > maxBytes.get()) {
                throw new QuotaExceededException(maxBytes.get());
            }
        }

        @Override
        public void close() {
            leave();
        }
    }

    /// Throws [QuotaExceededException] when an upload of so many bytes would not fit now.
    public void check(RootedTree tree, long bytes) throws IOException {
        if (maxBytes.isEmpty()) {
            return;
        }
        count(tree);
        if (bytes > maxBytes.get() - usedBytes.get()) {
            throw new QuotaExceededException(maxBytes.get());
        }
    }

    /// Begins an upload into the tree. The file that it replaces counts until the upload has ended.
    public Room enter(RootedTree tree) throws IOException {
        synchronized (this) {
            if (maxBytes.isPresent()) {
                count(tree);
            }
            writers++;
        }
        return new Room();
    }

    /// What the tree holds, while nobody writes into it.
    private synchronized void count(RootedTree tree) throws IOException {
        if (writers == 0) {
            usedBytes.set(bytesIn(tree.root()));
        }
    }

    private synchronized void leave() {
        writers--;
    }

    private static long bytesIn(Path root) throws IOException {
        AtomicLong total = new AtomicLong();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                total.addAndGet(attributes.size());
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE; // gone meanwhile, or nothing that its user could remove
            }
        });
        return total.get();
    }
}
