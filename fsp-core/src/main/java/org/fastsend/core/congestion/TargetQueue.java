package org.fastsend.core.congestion;

/// The queue that FSP's controller aims at, and what it remembers of the bottleneck's buffer: how high the queue stood
/// when it last overflowed, and how high it has stood without. Not thread-safe.
final class TargetQueue {
    private static final double MS = 1e6;
    /// Of a buffer no higher than a lone sender's queue, what such a sender may fill, and how that grows
    /// the less of the link it has. So low that ten senders leave room for the bursts and probes of all,
    /// and so steep that they agree on their shares although each knows the buffer's height, and what the
    /// link carries, by a few hundredths more or less.
    private static final double LONE_PART = 0.13;

    private static final double ROOM_POWER = 0.6;
    /// In higher buffers up to twice as much, and less steep: there few know the height at all.
    private static final double MOST_LONE_PART = 0.26;

    private static final double LESS_POWER = 0.2;
    /// How little the room counts where it is more than is asked for: who knows of it and who does not
    /// are to share alike there.
    private static final double SHARPNESS = 8;
    /// A shorter queue, or one that is no more than noise, is empty every other moment, by bursts alone.
    private static final int LEAST_DATAGRAMS = 4;

    private static final double MOST_PART = 0.95;
    /// A queue that reaches so much of the buffer fills it. Not more: who takes the empty path for longer than it is
    /// takes the queue for lower.
    private static final double FULL = 0.75;
    /// What an overflow at a lower height leaves of the one that is remembered. Not less: of many that are taken for
    /// overflow one is chance by and by.
    private static final double LOWER = 0.9;

    private static final double LEAST_HIGH_NANOS = 0.1 * MS;
    /// No buffer is shorter: losses without as much of a queue are somebody else's.
    private static final int LEAST_HIGH_DATAGRAMS = 8;
    /// A bottleneck so many times as fast as it was taken for was not known.
    private static final double MUCH_FASTER = 2;

    private static final double PEAK_MEMORY_NANOS = 20_000 * MS;
    private static final double HIGH_MEMORY_NANOS = 60_000 * MS;
    /// After that the memory of an overflow doubles its height so fast.
    private static final double FORGETTING_NANOS = 10_000 * MS;
    /// Of the buffer, while it is found out whether losses are overflow.
    private static final double TRIAL_PART = 0.1;

    /// Queueing delay at the last overflow; 0 if none is remembered.
    private double highNanos;
    /// What was known before the last suspicion.
    private double trustedHighNanos;
    private boolean trusted = true;
    private long highSetNanos;
    /// What a datagram took to pass the bottleneck, as far as was known then.
    private double highDatagramNanos;
    private double peakNanos;

    /// The queueing delay at the last overflow; 0 if none is remembered. It is no less than a few datagrams take to
    /// pass the bottleneck, as it was known then: but who just came may have taken it for a far slower one.
    double highNanos(Bottleneck link) {
        boolean faster = highDatagramNanos > MUCH_FASTER * link.datagramNanos();
        double datagramNanos = faster ? link.datagramNanos() : highDatagramNanos;
        return highNanos == 0 ? 0 : Math.max(highNanos, LEAST_HIGH_DATAGRAMS * datagramNanos);
    }

    /// Whether that queue fills the buffer, as far as its height is known.
    boolean isFull(long nanos) {
        return highNanos > 0 && nanos > FULL * highNanos;
    }

    /// The empty path is longer than it was taken for by that, so every queue seen was as much lower.
    void shift(long baseShiftNanos) {
        highNanos = shifted(highNanos, baseShiftNanos);
        trustedHighNanos = shifted(trustedHighNanos, baseShiftNanos);
        peakNanos = Math.max(0, peakNanos - baseShiftNanos);
    }

    private static double shifted(double nanos, long baseShiftNanos) {
        return nanos == 0 ? 0 : Math.max(LEAST_HIGH_NANOS, nanos - baseShiftNanos);
    }

    /// The queue has stood so high in the time since the report before, and never below the second height. The buffer
    /// holds no less than that, whatever was taken for its overflow.
    void stood(long nanos, long leastNanos, double elapsedNanos) {
        peakNanos = Math.max((double) nanos, peakNanos * Math.exp(-elapsedNanos / PEAK_MEMORY_NANOS));
        if (trusted && highNanos > 0) {
            highNanos = Math.max(highNanos, (double) leastNanos);
        }
    }

    /// It may have overflowed at that height: taken for true until [#acquit].
    void suspect(double nanos, Bottleneck link, long nowNanos) {
        if (trusted) {
            trustedHighNanos = highNanos;
        }
        trusted = false;
        highNanos = Math.max(nanos, LEAST_HIGH_NANOS);
        highDatagramNanos = link.datagramNanos();
        highSetNanos = nowNanos;
    }

    /// The same, at about the height that is remembered.
    void suspectAgain(Bottleneck link, long nowNanos) {
        suspect(Math.max(peakNanos, LOWER * highNanos), link, nowNanos);
    }

    /// The buffer was seen to be full at that height, which counts if no overflow is remembered but one that is
    /// suspected just now.
    void filled(double nanos, Bottleneck link, long nowNanos) {
        if ((trusted ? highNanos : trustedHighNanos) == 0) {
            suspect(nanos, link, nowNanos);
            trustedHighNanos = highNanos;
            confirm();
        }
    }

    /// It did overflow.
    void confirm() {
        trusted = true;
    }

    /// It did not overflow: the losses were the path's.
    void acquit() {
        highNanos = trustedHighNanos;
        trusted = true;
    }

    /// The queue that a sender with the whole link aims at.
    static double aloneNanos(double capacityBytesPerSecond) {
        double bits = 8 * capacityBytesPerSecond;
        return 4.5 * MS * Math.pow(1e9 / Math.max(bits, 35e6), 0.45) * Math.pow(Math.max(1, 35e6 / bits), 0.25);
    }

    /// The queue that a rate asks for: ever less the greater its share of the link, so that equal queues mean equal
    /// shares.
    ///
    /// @param link the bottleneck
    /// @param part share of it, for the sender's weight and the rivals beside it
    /// @param onTrial while it is found out whether losses are overflow
    double nanos(Bottleneck link, double part, boolean onTrial, long nowNanos) {
        double free = link.aloneNanos() / part;
        if (highNanos == 0) {
            return free;
        }
        double age = nowNanos - highSetNanos - HIGH_MEMORY_NANOS;
        // Only who is alone puts the memory of an overflow to the test: beside others that takes their share meanwhile.
        double forgotten = age > 0 && part > Bottleneck.ALONE ? Math.pow(2, age / FORGETTING_NANOS) : 1;
        double high = highNanos(link) * forgotten;
        if (onTrial) {
            return TRIAL_PART * high;
        }
        double room = high * roomPart(link, high, part);
        return Math.pow(Math.pow(free, -SHARPNESS) + Math.pow(room, -SHARPNESS), -1 / SHARPNESS);
    }

    /// The part of the buffer that a sender may fill.
    private static double roomPart(Bottleneck link, double highNanos, double part) {
        double least = Math.max(LEAST_DATAGRAMS * link.datagramNanos(), Bottleneck.NOISE_NANOS) / highNanos;
        double deep = LONE_PART * Math.sqrt(highNanos / link.aloneNanos());
        double lone = Math.clamp(Math.max(least, deep), LONE_PART, MOST_LONE_PART);
        double power = ROOM_POWER - LESS_POWER * Math.log(lone / LONE_PART) / Math.log(2);
        return Math.clamp(lone * Math.pow(part, -power), 0.1, MOST_PART);
    }
}
