package org.fastsend.server.striping;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.time.NanoClock;

/// What has happened to a transfer so far, for any number of readers at their own pace. The transfer never waits
/// for them: what people want to know is remembered, of progress only the latest. Thread-safe.
public final class TransferStory {
    /// Events remembered; further ones are in the report at the end.
    static final int MAX_EVENTS = 4096;

    private final NanoClock clock;
    private final List<TransferEvent> events = new ArrayList<>();
    private TransferEvent.Progress progress = new TransferEvent.Progress(0, 0);
    private Optional<Chapter> end = Optional.empty();
    private long changes;

    public TransferStory(NanoClock clock) {
        this.clock = clock;
    }

    /// Takes what the transfer's job tells.
    public synchronized void add(TransferEvent event) {
        switch (event) {
            case TransferEvent.Progress latest -> progress = latest;
            case TransferEvent.Appended _ -> {} // the feed itself has it
            default -> {
                if (events.size() < MAX_EVENTS) {
                    events.add(event);
                }
            }
        }
        changed();
    }

    public synchronized void succeeded(TransferReport report) {
        end = Optional.of(new Chapter.Ended(report));
        changed();
    }

    public synchronized void failed(FspException cause) {
        end = Optional.of(new Chapter.Failed(cause));
        changed();
    }

    public synchronized boolean isEnded() {
        return end.isPresent();
    }

    NanoClock clock() {
        return clock;
    }

    /// The event of that index, if it happened.
    synchronized Optional<TransferEvent> event(int index) {
        return index < events.size() ? Optional.of(events.get(index)) : Optional.empty();
    }

    synchronized TransferEvent.Progress progress() {
        return progress;
    }

    /// How it ended, if it has.
    synchronized Optional<Chapter> end() {
        return end;
    }

    /// How often something changed so far.
    synchronized long changes() {
        return changes;
    }

    /// Waits until more has changed than `seen`, at most so long; may return for no reason.
    synchronized void await(long seen, long nanos) throws InterruptedException {
        if (changes == seen) {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
        }
    }

    /// Lets everyone who waits look again.
    synchronized void wake() {
        changed();
    }

    private void changed() {
        changes++;
        notifyAll();
    }
}
