package org.fastsend.core.congestion;

import java.util.ArrayDeque;
import java.util.Optional;

/// What is seen of a step of either end's clock: forward and reverse delay jump by the same in opposite ways, as no two
/// queues do. Not thread-safe.
final class ClockStep {
    /// A jump by more than this, equal both ways but for so small a part of it and some slack,
    private static final long STEP_NANOS = 3_000_000;

    private static final double UNEQUAL = 1.0 / 16;
    private static final double SLACK_NANOS = 250e3;
    /// by which one of the two moves as no queue does: falls so much below the least that it has been, or by so
    /// much more than time went by. Where both ways have queues, one falls while the other rises now and then.
    private static final long IMPOSSIBLE_NANOS = 1_000_000;

    /// The forward delay of the report in whose time a clock is put forward may be that of a packet from before: so
    /// the report before that one counts as well.
    private static final int REPORTS = 2;
    /// From one report to the next while packets arrive.
    private static final long LONGEST_INTERVAL_NANOS = 20_000_000;

    /// Delays of a report, when its newest packet was sent, and receiver's time from the first report to it.
    private record Reading(long forwardNanos, long reverseNanos, long sentNanos, long writtenNanos) {
        /// What the forward delay has risen by since.
        long ahead(Reading before) {
            return forwardNanos - before.forwardNanos;
        }
    }

    /// Of the last reports, the oldest first.
    private final ArrayDeque<Reading> readings = new ArrayDeque<>(REPORTS);

    /// What a jump was seen from that is taken for a step if the next report shows it as well.
    private Optional<Reading> suspected = Optional.empty();

    private long writtenNanos;

    /// A report came, so long after the one before by the receiver's clock.
    void handleInterval(long nanos) {
        writtenNanos += nanos;
    }

    /// It has delays. Returns what the forward delay has jumped by because a clock stepped; 0 if none did.
    ///
    /// @param leastForwardNanos forward delay that there has been of late
    /// @param leastReverseNanos likewise
    long handle(Report report, long leastForwardNanos, long leastReverseNanos) {
        Reading now =
                new Reading(report.minForwardNanos(), report.reverseNanos(), report.newestSentNanos(), writtenNanos);
        long step = suspected
                .filter(before -> isOpposite(before, now))
                .map(now::ahead)
                .orElse(0L);
        suspected = Optional.empty();
        for (Reading before : readings) {
            long ahead = now.ahead(before);
            long below = ahead < 0 ? leastForwardNanos - now.forwardNanos() : leastReverseNanos - now.reverseNanos();
            if (step == 0 && isOpposite(before, now)) {
                if (below > IMPOSSIBLE_NANOS || isTooFast(before, now)) {
                    step = ahead;
                } else if (isSudden(before, now)) {
                    suspected = Optional.of(before);
                }
            }
        }
        if (step != 0) {
            readings.clear();
            suspected = Optional.empty();
        } else if (readings.size() == REPORTS) {
            readings.removeFirst();
        }
        readings.add(now);
        return step;
    }

    private static boolean isOpposite(Reading before, Reading now) {
        long ahead = now.ahead(before);
        long back = now.reverseNanos() - before.reverseNanos();
        return Math.abs(ahead) > STEP_NANOS && Math.abs(ahead + back) < UNEQUAL * Math.abs(ahead) + SLACK_NANOS;
    }

    /// The forward delay fell, faster than time went by.
    private static boolean isTooFast(Reading before, Reading now) {
        return -now.ahead(before) > now.sentNanos() - before.sentNanos() + IMPOSSIBLE_NANOS;
    }

    /// It rose so fast. Packets that leave at once raise the queue of a slow link as fast, but are told of as
    /// they arrive. Where everything stood still for a while, both ways, the first report behind that looks like
    /// this, too, but not the next.
    private static boolean isSudden(Reading before, Reading now) {
        boolean late = now.writtenNanos() - before.writtenNanos() > REPORTS * LONGEST_INTERVAL_NANOS;
        return late && now.ahead(before) > now.sentNanos() - before.sentNanos() + IMPOSSIBLE_NANOS;
    }
}
