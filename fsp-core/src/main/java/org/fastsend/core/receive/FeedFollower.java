package org.fastsend.core.receive;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.FeedLog;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.manifest.ManifestFormatException;
import org.fastsend.core.manifest.ManifestReader;
import org.fastsend.core.manifest.ManifestUpdate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the manifest feed on a virtual thread, by one way after the other, and round again. Each entry is opened
/// here, so that a way that gives bad ones is left for the next.
final class FeedFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FeedFollower.class);
    private static final int MAX_ROUNDS = 5;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final List<FeedSource> ways;
    private final ManifestReader reader;
    private final FeedLog log;
    private final BiConsumer<FeedEntry, ManifestUpdate> updates;
    private final Consumer<FspException> ended;
    private final Consumer<FspException> failed;
    private @Nullable Thread thread;
    /// Why an entry that was read could not be kept; none is taken from then on.
    private volatile @Nullable FspException unkept;

    /// @param reader positioned behind what is known already; the follower's alone from {@link #start} on
    /// @param log keeps each entry, so that a collection that was broken off starts with it
    /// @param updates hears each entry and what it says, on the follower's thread
    /// @param ended hears why no way leads on
    /// @param failed hears why an entry could not be kept, which no other way can help
    FeedFollower(
            List<FeedSource> ways,
            ManifestReader reader,
            FeedLog log,
            BiConsumer<FeedEntry, ManifestUpdate> updates,
            Consumer<FspException> ended,
            Consumer<FspException> failed) {
        this.ways = List.copyOf(ways);
        this.reader = reader;
        this.log = log;
        this.updates = updates;
        this.ended = ended;
        this.failed = failed;
    }

    void start() {
        if (!reader.complete()) {
            thread = Thread.ofVirtual().name("manifest").start(this::follow);
        }
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    private void follow() {
        try {
            FspException last = new FspException(ErrorCode.RELAY_FAILED, "nobody is known who has the manifest");
            for (int round = 0; round < MAX_ROUNDS; round++) {
                long before = reader.nextSequence();
                for (FeedSource way : ways) {
                    try {
                        way.follow(reader.nextSequence(), this::entry);
                    } catch (FspException e) {
                        LOG.info("the manifest cannot be followed further by {}: {}", way.name(), e.getMessage());
                        LOG.debug("why that is so", e);
                        last = e;
                    }
                    if (reader.complete() || unkept != null) {
                        return;
                    }
                }
                pause(round);
                round = reader.nextSequence() > before ? 0 : round;
            }
            ended.accept(last);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed: the job is over
        }
    }

    /// Takes an entry that is not known yet; whether more may follow.
    private boolean entry(FeedEntry entry) {
        FspException before = unkept;
        if (before != null) {
            throw before;
        }
        if (entry.sequence() < reader.nextSequence()) {
            return true;
        }
        try {
            ManifestUpdate update = reader.read(entry);
            keep(entry);
            updates.accept(entry, update);
            return !reader.complete();
        } catch (ManifestFormatException e) {
            throw new FspException(ErrorCode.INTEGRITY, "a copy of the manifest is damaged: " + e.getMessage(), e);
        }
    }

    private void keep(FeedEntry entry) {
        try {
            log.append(entry);
        } catch (FspException e) {
            unkept = e;
            failed.accept(e);
            throw e;
        }
    }

    private static void pause(int round) throws InterruptedException {
        LockSupport.parkNanos(PAUSE_NANOS << round);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
