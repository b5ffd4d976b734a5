package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Linux's `syncfs(2)`: everything that was written to a file system becomes durable in one call, where an fsync
/// for each of thousands of small files would take minutes. The kernel (5.8 or newer) reports the failed writes
/// since the descriptor was opened, so it has to be opened before anything is written. Thread-safe.
final class FileSystemSync implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(FileSystemSync.class);

    private final NativeFiles files;
    private final int descriptor;
    private final AtomicBoolean closed = new AtomicBoolean();

    private FileSystemSync(NativeFiles files, int descriptor) {
        this.files = files;
        this.descriptor = descriptor;
    }

    /// Prepares to sync the file system that `directory` lies on; empty where there is no such call.
    static Optional<FileSystemSync> open(Path directory) {
        Optional<NativeFiles> files = NativeFiles.ofThisPlatform();
        try {
            return files.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new FileSystemSync(files.get(), files.get().open(directory)));
        } catch (IOException e) {
            LOG.info("{} cannot be opened for syncfs; files are synced one by one", directory, e);
            return Optional.empty();
        }
    }

    /// Returns when everything written before the call is durable. An exception means that something may be lost.
    void sync() throws IOException {
        files.syncfs(descriptor);
    }

    @Override
    public void close() throws IOException {
        if (!closed.getAndSet(true)) {
            files.close(descriptor);
        }
    }
}
