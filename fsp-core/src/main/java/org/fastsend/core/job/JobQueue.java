package org.fastsend.core.job;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.time.NanoClock;

/// Brings what other threads have to say to the one thread that decides. It is as long as what is in flight: answers
/// to what the job itself asked for, within the windows of its machine. Posting is thread-safe and never waits.
public final class JobQueue {
    private static final int EVENTS_A_STEP = 64;
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final NanoClock clock;

    public JobQueue(NanoClock clock) {
        this.clock = clock;
    }

    public void post(Runnable event) {
        events.add(event);
    }

    /// Runs what was posted, after waiting for it until the earliest deadline at most.
    public void step(List<OptionalLong> deadlinesNanos) throws InterruptedException {
        long now = clock.nanos();
        long wait = LONGEST_WAIT_NANOS;
        for (OptionalLong deadline : deadlinesNanos) {
            wait = Math.min(wait, deadline.isPresent() ? Math.max(0, deadline.getAsLong() - now) : wait);
        }
        Runnable event = events.poll(wait, TimeUnit.NANOSECONDS);
        for (int i = 1; event != null; i++) {
            event.run();
            event = i < EVENTS_A_STEP ? events.poll() : null;
        }
    }

    /// Whether that deadline has passed.
    public static boolean isDue(OptionalLong deadlineNanos, long nowNanos) {
        return deadlineNanos.isPresent() && deadlineNanos.getAsLong() - nowNanos <= 0;
    }
}
