package org.fastsend.core.net;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.fastsend.core.net.udp.LoopReading;

/// Whether what a session moves over UDP waits for a processor and not for the network: all its
/// loops were busy for some time in a row, its connections mostly had more to do than they did, and
/// another processor has nothing to do. Where the link is slower than the processor, loops wait.
/// Sans-IO; guarded by the session's lock.
final class BusyCore {
    /// So often it wants readings.
    static final long LOOK_NANOS = 250_000_000;

    static final double BUSY = 0.9;
    private static final long ENOUGH_NANOS = 2_000_000_000L;
    /// Probes of the path and drains make a connection send as much as it may for a moment.
    private static final double MOSTLY = 0.75;

    /// Of a processor's time: where nearly all of it is taken, one more thread takes it from
    /// others.
    private static final double FREE = 0.5;

    private final Supplier<OptionalLong> idle;
    private OptionalLong idleBefore = OptionalLong.empty();
    private long sinceNanos = Long.MIN_VALUE;
    private int looks;
    private int looksWithMore;

    /// @param idle nanoseconds that all processors together had nothing to do, ever; empty if not
    ///     known
    BusyCore(Supplier<OptionalLong> idle) {
        this.idle = idle;
    }

    /// Looks at every connection of the session.
    ///
    /// @return whether a further session would do more on another processor; it is judged anew then
    boolean handleReadings(List<LoopReading> readings, long nowNanos) {
        boolean busy = !readings.isEmpty() && readings.stream().allMatch(reading -> reading.busy() >= BUSY);
        if (!busy) {
            sinceNanos = Long.MIN_VALUE;
            return false;
        }
        if (sinceNanos == Long.MIN_VALUE) {
            sinceNanos = nowNanos;
            looks = 0;
            looksWithMore = 0;
            idleBefore = idle.get();
        }
        looks++;
        looksWithMore += readings.stream().allMatch(LoopReading::hasMore) ? 1 : 0;
        long spanNanos = nowNanos - sinceNanos;
        if (spanNanos < ENOUGH_NANOS) {
            return false;
        }
        sinceNanos = Long.MIN_VALUE;
        return looksWithMore >= looks * MOSTLY && isAnotherFree(spanNanos);
    }

    private boolean isAnotherFree(long spanNanos) {
        OptionalLong idleNow = idle.get();
        return idleNow.isEmpty()
                || idleBefore.isEmpty()
                || idleNow.getAsLong() - idleBefore.getAsLong() >= spanNanos * FREE;
    }
}
