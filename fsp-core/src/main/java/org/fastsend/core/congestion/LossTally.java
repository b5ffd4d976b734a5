package org.fastsend.core.congestion;

/// Packets sent and lost over some time, and where the queue stood when they were. Not thread-safe.
final class LossTally {
    /// Fewer tell nothing of where they fall.
    private static final int TELLING_LOSSES = 8;
    /// The mean rank of losses that fall at any height is a half, give or take a tenth for [#TELLING_LOSSES]; that of
    /// an overflow's is above nine tenths.
    private static final double MOST_RANK = 0.7;

    private static final double TOP_RANK = 0.9;
    /// While a queue grows every report ranks highest: fewer may all be of that time.
    private static final int TELLING_REPORTS = 16;
    /// No more than one in so many may have been lost elsewhere than in a standing queue that is short of full, or
    /// elsewhere than low in the buffer.
    private static final int STRAYS = 4;

    private long packets;
    private long lost;
    private int reports;
    private double ranks;
    private long strays;
    private long low;

    void handle(int newPackets, int newlyLost) {
        packets += newPackets;
        lost += newlyLost;
    }

    void handle(int newPackets, int newlyLost, QueueView queue) {
        handle(newPackets, newlyLost);
        reports += newlyLost > 0 ? 1 : 0;
        ranks += newlyLost * queue.rank();
        strays += queue.filling() == QueueView.Filling.NEARLY_FULL || !queue.standing() ? newlyLost : 0;
        low += queue.filling() == QueueView.Filling.LOW ? newlyLost : 0;
    }

    void restart() {
        packets = 0;
        lost = 0;
        reports = 0;
        ranks = 0;
        strays = 0;
        low = 0;
    }

    long packets() {
        return packets;
    }

    long lost() {
        return lost;
    }

    /// Reports that lost any.
    int reports() {
        return reports;
    }

    /// The share lost; everything if nothing was sent.
    double share() {
        return packets == 0 ? 1 : (double) lost / packets;
    }

    /// Whether the losses surely fall at any height of a queue, or far below what the buffer holds: then they are no
    /// overflow of it. Where there is no queue, or where it is nearly full all the time, its height tells nothing.
    boolean isAtAnyHeight() {
        return lost >= TELLING_LOSSES && isNoOverflow();
    }

    /// Whether the losses fall where the queue stands highest, and are enough to be sure: they are its overflow.
    boolean isAtTop() {
        return reports >= TELLING_REPORTS && ranks > TOP_RANK * lost;
    }

    /// Whether the losses seem to fall like that, but are too few to be sure.
    boolean isTooShort() {
        return lost < TELLING_LOSSES && isNoOverflow();
    }

    private boolean isNoOverflow() {
        boolean scattered = ranks < MOST_RANK * lost && strays * STRAYS < lost;
        return scattered || (lost - low) * STRAYS < lost;
    }
}
