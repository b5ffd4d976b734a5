package org.fastsend.core.net;

import java.util.ArrayDeque;

/// How far what is handed to the network may be ahead of what the peer says has come to it. Kernels buffer megabytes
/// for each connection, however slow that is: seconds of a slow link, in which nothing else can be decided about them.
/// So while the peer is asked often, only as much may be under way as comes within [#LEAST_NANOS] and some round trips.
/// A fast link is never short of that, and a growing one gets several times what it had a round trip ago. No I/O, no
/// clock. Not thread-safe.
final class Lead {
    /// So much may always be under way.
    static final long LEAST_BYTES = 512L << 10;
    /// The peer is asked ten times a second, and may be late.
    static final long LEAST_NANOS = 500_000_000;
    /// In how many round trips what may be under way has to come: in slow start there is twice as much in each.
    static final int ROUND_TRIPS = 4;
    /// An answer that is older does not count: the peer is not asked any more. And what has not come when nothing has
    /// for so long is taken for lost: whatever is wrong, waiting for it is no remedy.
    static final long FRESH_NANOS = 1_000_000_000;
    /// Longer round trips are taken for that: a peer that answers late must not be able to claim anything.
    private static final long MOST_ROUND_TRIP_NANOS = 2_000_000_000;
    /// Over how many answers at most the rate is looked at, and how many such looks count: pauses are no slowness.
    private static final int SPAN = 5;

    private static final int LOOKS = 10;
    /// A peer whose answers lie farther apart than that is not asked often: between two it might be short of work.
    private static final long MOST_INTERVAL_NANOS = 300_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private record Look(long atNanos, long arrivedBytes) {}

    private record Speed(double bytesPerSecond, long roundTripNanos) {}

    private final ArrayDeque<Look> looks = new ArrayDeque<>();
    private final ArrayDeque<Speed> speeds = new ArrayDeque<>();
    private long sentBytes;
    private long arrivedBytes;
    /// What was sent and will never come.
    private long lostBytes;
    private long boundBytes = Long.MAX_VALUE;
    private long heardNanos;
    private long progressNanos;

    /// So many bytes were handed to the network.
    void sent(long bytes) {
        sentBytes += bytes;
    }

    /// The peer has answered. Until answers tell how fast it gets what it gets, nothing is bound.
    ///
    /// @param arrived bytes in all
    /// @param roundTripNanos since it was asked
    void arrived(long nowNanos, long arrived, long roundTripNanos) {
        heardNanos = nowNanos;
        if (arrived > arrivedBytes) {
            arrivedBytes = arrived;
            progressNanos = nowNanos;
        } else if (nowNanos - progressNanos > FRESH_NANOS) {
            broken();
            progressNanos = nowNanos;
        }
        if (arrivedBytes == 0) {
            return;
        }
        settle();
        if (!looks.isEmpty()) {
            bind(nowNanos, looks.getFirst(), roundTripNanos);
        }
        looks.add(new Look(nowNanos, arrivedBytes));
        if (looks.size() > SPAN) {
            looks.remove();
        }
    }

    private void bind(long nowNanos, Look since, long roundTripNanos) {
        if (nowNanos - since.atNanos > looks.size() * MOST_INTERVAL_NANOS) {
            speeds.clear();
            boundBytes = Long.MAX_VALUE;
            return;
        }
        double grown = arrivedBytes - since.arrivedBytes;
        speeds.add(new Speed(grown * NANOS_PER_SECOND / Math.max(1, nowNanos - since.atNanos), roundTripNanos));
        if (speeds.size() > LOOKS) {
            speeds.remove();
        }
        boundBytes = Math.max(LEAST_BYTES, (long) (fastest() * leadNanos() / NANOS_PER_SECOND));
    }

    private double fastest() {
        return speeds.stream().mapToDouble(Speed::bytesPerSecond).max().orElse(0);
    }

    /// An answer is late when one of the hosts stands still, too: the shortest round trip is the network's.
    private long leadNanos() {
        long shortest = speeds.stream().mapToLong(Speed::roundTripNanos).min().orElse(0);
        return LEAST_NANOS + ROUND_TRIPS * Math.clamp(shortest, 0, MOST_ROUND_TRIP_NANOS);
    }

    /// A connection broke. What was under way on it is not known: all of what was under way is taken for lost, and
    /// whatever comes nevertheless tells how much was not.
    void broken() {
        lostBytes += aheadBytes();
    }

    private void settle() {
        lostBytes += Math.min(0, aheadBytes());
    }

    private long aheadBytes() {
        return sentBytes - arrivedBytes - lostBytes;
    }

    /// Whether more may be handed to the network now; if not, the next answer may change that, or time.
    boolean hasRoom(long nowNanos) {
        return aheadBytes() < boundBytes || nowNanos - heardNanos > FRESH_NANOS;
    }
}
