package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes what was written durable: file by file if they are few, the whole file system at once if they are many. An
/// exception means that nothing of it may be counted as durable. Not thread-safe.
final class CommitBarrier implements Closeable {
    /// Up to so many files an fsync each is cheaper than syncing everything that anyone has written to the disk.
    static final int MAX_SINGLE_SYNCS = 16;

    private static final Logger LOG = LoggerFactory.getLogger(CommitBarrier.class);

    private final WorkDirectory work;
    private final PartialFiles partials;
    private final FutureTask<Optional<FileSystemSync>> fileSystem;

    /// Prepares in the background: finding the call costs a process that has just begun a tenth of a second.
    CommitBarrier(WorkDirectory work, PartialFiles partials) {
        this.work = work;
        this.partials = partials;
        this.fileSystem = new FutureTask<>(() -> FileSystemSync.open(work.path()));
        Thread.ofPlatform().daemon().name("find-syncfs").start(fileSystem);
    }

    /// Gives each file of `complete` its final mode and time, and makes these and the files of `touched` durable.
    void sync(Set<Integer> touched, List<FileOpened> complete) throws IOException {
        Optional<FileSystemSync> whole = fileSystem();
        if (whole.isPresent() && touched.size() + complete.size() > MAX_SINGLE_SYNCS) {
            for (FileOpened file : complete) {
                partials.mark(file.file(), file.mode(), file.modifiedNanos());
            }
            whole.get().sync();
            return;
        }
        for (FileOpened file : complete) {
            // Opened first: a mode without any permission would forbid it.
            try (FileChannel channel = partials.forSync(file.file())) {
                partials.mark(file.file(), file.mode(), file.modifiedNanos());
                channel.force(true);
            }
        }
        Set<Integer> others = new LinkedHashSet<>(touched);
        complete.forEach(file -> others.remove(file.file()));
        for (int file : others) {
            try (FileChannel channel = partials.forSync(file)) {
                channel.force(true);
            }
        }
        DirectorySync.force(work.path());
    }

    /// The call that makes everything on the file system durable, where there is one. Has to be there before the
    /// first write, whose failure it may have to report; waits for it.
    Optional<FileSystemSync> fileSystem() {
        return switch (fileSystem.state()) {
            case SUCCESS -> fileSystem.resultNow();
            case RUNNING -> awaitUninterruptibly();
            case FAILED, CANCELLED -> Optional.empty();
        };
    }

    @Override
    public void close() throws IOException {
        Optional<FileSystemSync> whole = fileSystem();
        if (whole.isPresent()) {
            whole.get().close();
        }
    }

    private Optional<FileSystemSync> awaitUninterruptibly() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return fileSystem.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    LOG.info("files are synced one by one", e);
                    return Optional.empty();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
