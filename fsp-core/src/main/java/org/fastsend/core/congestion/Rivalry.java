package org.fastsend.core.congestion;

/// How hard to push against traffic that fills every queue. A sender that aims at a short queue starves beside one
/// that only stops when the buffer overflows. Such a rival shows, while this sender has a small share of the link, by
/// [drains][Drain] in which the queue falls by little more than what this sender left out. While rivals are about, the
/// share that the queue target is computed from is divided by the *push*, which is steered so that this sender has
/// about two fifths of the link.
///
/// Several of this kind that take each other for rivals would all push, until most of what they send is lost. Against
/// CUBIC and BBR a push loses little. So who loses much calls a *truce*. Not thread-safe.
final class Rivalry {
    private static final long MS = 1_000_000;
    private static final double MAX_PUSH = 16;
    /// With less of the link than this, somebody else may be pushing.
    private static final double SUSPICIOUS = 0.3;
    /// Of a round trip, a buffer that CUBIC keeps a queue in most of the time, though it empties it whenever it slows
    /// down to 0.7 (RFC 9438, section 4.6).
    private static final double CUBIC_FILLS = 0.15;
    /// A buffer that holds fewer several of this kind overflow by chance, too.
    private static final int LEAST_DATAGRAMS = 24;
    private static final double LEAST = 0.4;
    private static final double MOST = 0.48;
    private static final double UP = 1.06;
    private static final double DOWN = 0.97;
    private static final double FORGIVEN = 0.9;
    private static final long STEP_NANOS = 100 * MS;
    /// One that shows a rival may be the fault of a sender that just joined and does not know when the others drain;
    /// one that shows none, of a rival whose buffer has just overflowed.
    private static final int CONVINCING_DRAINS = 2;
    private static final long MEMORY_NANOS = 45_000 * MS;

    /// Beyond the usual, the loss that no rival is worth.
    private static final double VAIN_LOSS = 0.06;
    /// It is a mean over so many packets, and that time: one overflow of a rival's may lose as much for a moment.
    private static final double VAIN_PACKETS = 150;

    private static final double VAIN_NANOS = 3_000 * MS;

    private static final long TRUCE_NANOS = 60_000 * MS;

    private double push = 1;
    private boolean known;
    private long seenNanos;
    private int foreignDrains;
    private int kinDrains;
    private long stepNanos = Long.MIN_VALUE / 2;
    private double vainLoss;
    private long lossNanos;
    private long truceUntilNanos = Long.MIN_VALUE;

    /// The height of the lowest buffer in which drains can show rivals, and this sender push against them.
    static double leastBufferNanos(Bottleneck link, long baseRttNanos) {
        return Math.max(LEAST_DATAGRAMS * link.datagramNanos(), CUBIC_FILLS * baseRttNanos);
    }

    /// Whether a sender has so little of the link that rivals may have the rest.
    static boolean isSuspicious(double share) {
        return share < SUSPICIOUS;
    }

    /// A drain was over, while this sender had that share of the link.
    void handleDrain(Drain.Verdict verdict, double share, long nowNanos) {
        if (nowNanos < truceUntilNanos) {
            return;
        }
        switch (verdict) {
            case NOTHING -> {}
            case KIN -> {
                kinDrains++;
                if (!known || kinDrains >= CONVINCING_DRAINS) {
                    known = false;
                    foreignDrains = 0;
                }
            }
            case FOREIGN -> {
                kinDrains = 0;
                foreignDrains = known || isSuspicious(share) ? foreignDrains + 1 : 0;
                known |= foreignDrains >= CONVINCING_DRAINS;
                seenNanos = nowNanos;
            }
        }
    }

    /// So many packets came and were lost, on a path that loses that share of them anyway.
    void handleLoss(int delivered, int lost, double usualLoss, long nowNanos) {
        double packets = delivered + lost;
        double elapsed = nowNanos - lossNanos;
        if (packets == 0) {
            return;
        }
        lossNanos = nowNanos;
        if (!known) {
            vainLoss = 0;
            return;
        }
        double newest = Math.min(1, Math.min(packets / VAIN_PACKETS, elapsed / VAIN_NANOS));
        vainLoss += (lost / packets - usualLoss - vainLoss) * newest;
        if (vainLoss > VAIN_LOSS) {
            known = false;
            push = 1;
            foreignDrains = 0;
            kinDrains = 0;
            truceUntilNanos = nowNanos + TRUCE_NANOS;
        }
    }

    /// A round trip went by.
    void handleRound(double share, long nowNanos) {
        if (nowNanos - stepNanos < STEP_NANOS) {
            return;
        }
        stepNanos = nowNanos;
        boolean gone = nowNanos - seenNanos > MEMORY_NANOS;
        if (!known) {
            push = Math.max(1, FORGIVEN * push);
        } else if (share > MOST || gone) {
            push = Math.max(1, DOWN * push);
            known = !gone || push > 1;
        } else if (share < LEAST && kinDrains == 0) {
            push = Math.min(MAX_PUSH, UP * push);
        }
    }

    /// Whether there are rivals now.
    boolean present() {
        return known;
    }

    /// What to divide the share by; 1 without rivals.
    double push() {
        return push;
    }
}
