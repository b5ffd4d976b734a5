package org.fastsend.core.receive;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FeedEntry;

/// The copies of one manifest, as one way to follow it: whichever answers first is followed. A relay that hangs would
/// keep a collection from its beginning for half a minute; so a copy that has not said anything after a head start
/// gets company, and one that fails is followed by the next at once. Thread-safe.
public final class FeedCopies implements FeedSource {
    /// Enough for a session over a path of 300 ms.
    public static final Duration HEAD_START = Duration.ofSeconds(2);

    private final List<FeedSource> copies;
    private final Duration headStart;

    /// @param copies in the order in which they are tried
    public FeedCopies(List<FeedSource> copies, Duration headStart) {
        this.copies = List.copyOf(copies);
        this.headStart = headStart;
    }

    @Override
    public String name() {
        return "the " + copies.size() + " copies on relays";
    }

    @Override
    public void follow(long fromSequence, Predicate<FeedEntry> entries) throws InterruptedException {
        Lead lead = new Lead(entries);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            follow(fromSequence, lead, new ExecutorCompletionService<>(threads));
        } finally {
            lead.end();
            threads.shutdownNow(); // without waiting for one that hangs
        }
    }

    private void follow(long fromSequence, Lead lead, CompletionService<Void> ends) throws InterruptedException {
        FspException last = new FspException(ErrorCode.RELAY_FAILED, "no copy of the manifest is known");
        boolean reached = copies.isEmpty();
        int started = 0;
        int running = 0;
        while (started < copies.size() || running > 0) {
            if (started < copies.size() && (running == 0 || !lead.isTaken())) {
                int copy = started++;
                ends.submit(() -> {
                    try {
                        copies.get(copy).follow(fromSequence, entry -> lead.entry(copy, entry));
                        return null;
                    } finally {
                        lead.leave(copy);
                    }
                });
                running++;
            }
            Optional<Future<Void>> end = await(ends, started < copies.size() && !lead.isTaken());
            if (end.isPresent()) {
                running--;
                Optional<FspException> failure = failureOf(end.get());
                if (lead.isDone()) {
                    return;
                }
                last = failure.orElse(last);
                reached |= !isUnreachable(last);
            }
        }
        throw reached ? last : unreachable(last);
    }

    private static boolean isUnreachable(FspException failure) {
        return switch (failure.code()) {
            case UNKNOWN_HOST, CONNECT_REFUSED, CONNECTION_LOST -> true;
            default -> false;
        };
    }

    private static FspException unreachable(FspException last) {
        return new FspException(
                ErrorCode.RELAY_FAILED,
                "no relay that has the manifest can be reached (last: " + last.getMessage() + ")",
                last);
    }

    /// The next copy to end; empty if the head start passes before.
    private Optional<Future<Void>> await(CompletionService<Void> ends, boolean others) throws InterruptedException {
        return others
                ? Optional.ofNullable(ends.poll(headStart.toNanos(), TimeUnit.NANOSECONDS))
                : Optional.of(ends.take());
    }

    private static Optional<FspException> failureOf(Future<Void> ended) throws InterruptedException {
        try {
            ended.get();
            return Optional.empty();
        } catch (ExecutionException e) {
            return switch (e.getCause()) {
                case FspException failure -> Optional.of(failure);
                case Error error -> throw error;
                case RuntimeException bug -> throw bug;
                case null, default ->
                    Optional.of(new FspException(ErrorCode.INTERNAL, "a copy could not be followed", e));
            };
        }
    }

    /// Which copy is followed: the one whose entry came first, until it ends. Thread-safe.
    private static final class Lead {
        private static final int NOBODY = -1;

        private final Predicate<FeedEntry> entries;
        private int leader = NOBODY;
        private boolean done;

        Lead(Predicate<FeedEntry> entries) {
            this.entries = entries;
        }

        /// Whether the copy may go on.
        synchronized boolean entry(int copy, FeedEntry entry) {
            if (leader == NOBODY) {
                leader = copy;
            }
            if (done || leader != copy) {
                return false;
            }
            done = !entries.test(entry);
            return !done;
        }

        /// The copy has ended; another may lead.
        synchronized void leave(int copy) {
            leader = leader == copy ? NOBODY : leader;
        }

        /// No copy may go on.
        synchronized void end() {
            done = true;
        }

        synchronized boolean isTaken() {
            return leader != NOBODY;
        }

        synchronized boolean isDone() {
            return done;
        }
    }
}
