package org.fastsend.core.net.udp;

import java.util.HashSet;
import java.util.Set;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.transport.UdpConnection;

/// What a person wants of one transfer's speed over UDP: the target and minimum rates are of all its connections
/// together, and what it receives is held to the target too. May change while the transfer runs. Also counts what
/// these connections do. Thread-safe.
public final class TransferRate {
    private static final long COUNT_NANOS = 100_000_000;

    private final Set<Share> shares = new HashSet<>();
    private RateSettings settings;
    private UdpTotals ended = UdpTotals.NONE;
    private volatile int version;

    public TransferRate(RateSettings settings) {
        this.settings = settings;
    }

    public synchronized RateSettings settings() {
        return settings;
    }

    /// Holds for all connections within a turn of their loops.
    public synchronized void change(RateSettings wanted) {
        settings = wanted;
        renew();
        shares.forEach(Share::wake);
    }

    /// What was counted until now, or a moment ago.
    public synchronized UdpTotals totals() {
        UdpTotals sum = ended;
        for (Share share : shares) {
            sum = sum.plus(share.latest);
        }
        return sum;
    }

    /// A further connection takes part.
    public synchronized Share join() {
        Share share = new Share();
        shares.add(share);
        renew();
        return share;
    }

    private synchronized void leave(Share share) {
        if (shares.remove(share)) {
            ended = ended.plus(share.latest.ended());
            renew();
        }
    }

    private synchronized void renew() {
        int next = version + 1;
        version = next;
    }

    private synchronized RateSettings portion() {
        int parts = Math.max(1, shares.size());
        long target = settings.targetBytesPerSecond();
        return new RateSettings(
                target == Long.MAX_VALUE ? target : Math.max(1, target / parts),
                settings.minBytesPerSecond() / parts,
                settings.weight(),
                settings.policy());
    }

    /// One connection's part. Used by its loop.
    public final class Share {
        private int seen = -1;
        private long countedNanos = Long.MIN_VALUE;
        private volatile UdpTotals latest = UdpTotals.NONE;
        private volatile Runnable waker = () -> {};

        private Share() {}

        /// Gives the connection a turn.
        public void wakeBy(Runnable wakes) {
            waker = wakes;
        }

        private void wake() {
            waker.run();
        }

        /// What the part is now.
        public RateSettings settings() {
            return portion();
        }

        /// Tells the connection if anything has changed, and looks at what it counts.
        public void apply(UdpConnection connection, long nowNanos) {
            int newest = version;
            if (newest != seen) {
                seen = newest;
                RateSettings part = portion();
                connection.controller().change(part, nowNanos);
                connection.limitReceiving(part.targetBytesPerSecond());
            }
            if (countedNanos == Long.MIN_VALUE || nowNanos - countedNanos >= COUNT_NANOS) {
                countedNanos = nowNanos;
                latest = UdpTotals.of(connection.statistics());
            }
        }

        /// The connection is over.
        public void leave(UdpConnection connection) {
            latest = UdpTotals.of(connection.statistics());
            TransferRate.this.leave(this);
        }
    }
}
