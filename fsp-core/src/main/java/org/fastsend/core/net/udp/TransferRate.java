package org.fastsend.core.net.udp;

import java.util.HashSet;
import java.util.Set;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.rate.Pace;
import org.fastsend.core.net.rate.SharedBound;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.transport.UdpConnection;

/// What a person wants of one transfer's speed: the target bounds all its connections together, over UDP and over TCP,
/// and what it receives as much as what it sends; the rest of the settings is for what it sends over UDP. May change
/// while the transfer runs. May lie within another one, such as a server's, whose target then bounds all transfers
/// within it together, and is bounded by the cap over all processes of a host. Also counts what its UDP connections do.
/// Thread-safe.
public final class TransferRate {
    private static final long COUNT_NANOS = 100_000_000;
    private static final double NANOS_PER_SECOND = 1e9;
    /// Who sends such a part of what it may sends what it may.
    private static final double NEARLY_ALL = 0.95;

    private final SharedBound sending;
    private final SharedBound receiving;
    private final Set<Share> shares = new HashSet<>();
    private RateSettings settings;
    private UdpTotals ended = UdpTotals.NONE;
    private volatile int version;

    public TransferRate(RateSettings settings) {
        this(settings, SharedBound.widest(), SharedBound.widest());
    }

    private TransferRate(RateSettings settings, SharedBound sending, SharedBound receiving) {
        this.settings = settings;
        this.sending = sending;
        this.receiving = receiving;
        bound();
    }

    /// The rate of a transfer that has to share this one with others.
    public TransferRate within(RateSettings wanted) {
        return new TransferRate(wanted, sending.within(), receiving.within());
    }

    public synchronized RateSettings settings() {
        return settings;
    }

    /// Holds for all connections within a turn of their loops.
    public synchronized void change(RateSettings wanted) {
        settings = wanted;
        bound();
        renew();
        shares.forEach(Share::wake);
    }

    /// What is sent under it, over TCP and UDP, with what is sent again.
    public SharedBound sending() {
        return sending;
    }

    /// What is received under it, over TCP and UDP.
    public SharedBound receiving() {
        return receiving;
    }

    /// What its UDP connections counted until now, or a moment ago.
    public synchronized UdpTotals totals() {
        UdpTotals sum = ended;
        for (Share share : shares) {
            sum = sum.plus(share.latest);
        }
        return sum;
    }

    /// A further connection over UDP takes part. Those of one session go one way, and take one share of its
    /// bottleneck together, however many they are: that a processor is too slow for one takes nothing from others.
    ///
    /// @param session whose connection it is
    public synchronized Share join(Object session) {
        Share share = new Share(session);
        shares.add(share);
        renew();
        return share;
    }

    /// What a stream over TCP may send takes part.
    public Pace sendingPace(NanoClock clock) {
        return new Pace(sending.join(), clock);
    }

    /// What a stream over TCP may receive takes part.
    public Pace receivingPace(NanoClock clock) {
        return new Pace(receiving.join(), clock);
    }

    private void bound() {
        long target = settings.targetBytesPerSecond();
        sending.set(target, settings.weight());
        receiving.set(target, settings.weight());
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

    private synchronized RateSettings portion(Object session) {
        long beside =
                shares.stream().filter(share -> share.session.equals(session)).count();
        double weight = settings.weight() / Math.max(1, beside);
        return settings.withMin(settings.minBytesPerSecond() / Math.max(1, shares.size()))
                .withWeight(Math.max(RateSettings.MIN_WEIGHT, weight));
    }

    /// One connection's part. Used by its loop.
    public final class Share {
        private final Object session;
        private final SharedBound.Part sent = sending.join();
        private final SharedBound.Part received = receiving.join();
        private int seen = -1;
        private long maySend = Long.MAX_VALUE;
        private long mayReceive = Long.MAX_VALUE;
        private long countedNanos = Long.MIN_VALUE;
        private volatile boolean hasMore;
        private volatile UdpTotals latest = UdpTotals.NONE;
        private volatile Runnable waker = () -> {};

        private Share(Object session) {
            this.session = session;
        }

        /// Gives the connection a turn.
        public void wakeBy(Runnable wakes) {
            waker = wakes;
        }

        private void wake() {
            waker.run();
        }

        /// What is asked of the connection now.
        public RateSettings settings() {
            return portion(session);
        }

        /// Tells the connection if anything has changed, and looks at what it counts.
        public void apply(UdpConnection connection, long nowNanos) {
            int newest = version;
            if (newest != seen) {
                seen = newest;
                connection.controller().change(portion(session), nowNanos);
            }
            if (countedNanos == Long.MIN_VALUE || nowNanos - countedNanos >= COUNT_NANOS) {
                UdpTotals totals = UdpTotals.of(connection.statistics());
                hasMore = countedNanos != Long.MIN_VALUE && couldDoMore(connection, totals, nowNanos - countedNanos);
                countedNanos = nowNanos;
                count(totals);
                if (connection.isHeldBack()) {
                    sent.heldBack();
                }
                sent.tick(nowNanos);
                received.tick(nowNanos);
            }
            if (sent.bytesPerSecond() != maySend) {
                maySend = sent.bytesPerSecond();
                connection.controller().allot(maySend, nowNanos);
            }
            if (received.bytesPerSecond() != mayReceive) {
                mayReceive = received.bytesPerSecond();
                connection.limitReceiving(mayReceive);
            }
        }

        private boolean couldDoMore(UdpConnection connection, UdpTotals totals, long spanNanos) {
            long sentBytes = totals.sentDataIpBytes() - latest.sentDataIpBytes();
            long receivedBytes = totals.receivedDataBytes() - latest.receivedDataBytes();
            double allowed = Math.min(latest.rateBytesPerSecond(), totals.rateBytesPerSecond())
                    * (double) spanNanos
                    / NANOS_PER_SECOND;
            return receivedBytes > sentBytes || (connection.unsentBytes() > 0 && sentBytes < allowed * NEARLY_ALL);
        }

        private void count(UdpTotals totals) {
            sent.moved(totals.sentDataIpBytes() - latest.sentDataIpBytes());
            received.moved(totals.receivedDataBytes() - latest.receivedDataBytes());
            latest = totals;
        }

        /// Whether it had more to do lately than it did. Thread-safe.
        public boolean hasMore() {
            return hasMore;
        }

        /// Bytes that have come over the connection, or had a moment ago. Thread-safe.
        public long receivedBytes() {
            return latest.receivedDataBytes();
        }

        /// The connection is over.
        public void leave(UdpConnection connection) {
            latest = UdpTotals.of(connection.statistics());
            sent.leave();
            received.leave();
            TransferRate.this.leave(this);
        }
    }
}
