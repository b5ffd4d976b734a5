package org.fastsend.core.net;

import java.util.List;
import org.fastsend.core.net.udp.LoopReading;

/// Whether what a session moves over UDP waits for a processor and not for the network: all its
/// loops were busy for some time in a row, and its connections mostly had more to do than they did.
/// Where the link is slower than the processor, loops wait. Sans-IO; guarded by the session's lock.
final class BusyCore {
    /// So often it wants readings.
    static final long LOOK_NANOS = 250_000_000;

    static final double BUSY = 0.9;
    private static final long ENOUGH_NANOS = 2_000_000_000L;
    /// Probes of the path and drains make a connection send as much as it may for a moment.
    private static final double MOSTLY = 0.75;

    private long sinceNanos = Long.MIN_VALUE;
    private int looks;
    private int looksWithMore;

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
        }
        looks++;
        looksWithMore += readings.stream().allMatch(LoopReading::hasMore) ? 1 : 0;
        if (nowNanos - sinceNanos < ENOUGH_NANOS) {
            return false;
        }
        sinceNanos = Long.MIN_VALUE;
        return looksWithMore >= looks * MOSTLY;
    }
}
