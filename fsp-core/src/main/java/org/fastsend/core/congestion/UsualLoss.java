package org.fastsend.core.congestion;

/// The share of packets that a path loses whatever the sender does, as far as it is known. What finds no queue makes
/// it, and so does the trial of a suspicion. Else it only falls, or overflow could creep into it: except by losses that
/// fall at any height of the queue, which is not where overflow's do. Drains, in which overflow ends, test it. Not
/// thread-safe.
final class UsualLoss {
    /// A path that loses more than that is full or broken, whatever a trial says.
    static final double MOST = 0.25;
    /// Packets over which it is a mean.
    static final int MEMORY_PACKETS = 4000;
    /// Where the queue alone says that losses are the path's, more of them are wanted.
    private static final int CAREFUL_MEMORY_PACKETS = 3 * MEMORY_PACKETS;

    private static final int BLOCK_PACKETS = 2000;
    /// A block's loss must be lower by that to lower it: else the least of many blocks would become it.
    private static final double LOWER_SIGMAS = 3;
    /// Of that many losses three standard deviations are half: less of a block tells too little.
    private static final double LOWER_LOSSES = 30;
    /// So many losses are expected of drains before they are compared with what they lost. That less than a fifth of
    /// them is lost by chance happens once in two thousand times.
    private static final double TELLING_DRAINED = 12;

    private static final double LESS = 0.2;
    private static final double DOUBT_SIGMAS = 3;
    /// A trial costs less than to let much loss pass because nothing is known yet.
    private static final double MOST_DOUBT = 0.05;
    /// What a bad path loses, and how many packets that guess is worth.
    private static final double GUESSED = 0.1;

    private static final double GUESSED_PACKETS = 20;

    private final LossTally block = new LossTally();
    private final LossTally drained = new LossTally();
    private double share;
    private double packets;

    double share() {
        return share;
    }

    /// How many packets it rests on.
    double packets() {
        return packets;
    }

    /// The share, or more while it rests on few packets.
    double confident() {
        double n = Math.max(1, packets);
        double doubt = DOUBT_SIGMAS * Math.sqrt(share * (1 - share) / n) + DOUBT_SIGMAS / n;
        return packets >= MEMORY_PACKETS ? share : share + Math.min(doubt, MOST_DOUBT);
    }

    /// The share of packets that find no queue; a guess while little is known.
    double expected() {
        return (share * packets + GUESSED * GUESSED_PACKETS) / (packets + GUESSED_PACKETS);
    }

    /// So many surely lost nothing to a queue.
    ///
    /// @param memoryPackets over which it is a mean
    void learn(long newPackets, long lost, double memoryPackets) {
        double fresh = newPackets;
        packets = Math.min(Math.max(packets, memoryPackets), packets + fresh);
        double step = (lost / fresh - share) * Math.min(1, fresh / Math.max(packets, fresh));
        share = Math.min(MOST, share + step);
    }

    /// A trial showed it.
    void measured(double measuredShare, long trialPackets) {
        share = Math.min(MOST, measuredShare);
        packets = trialPackets;
    }

    /// Nothing is known any more.
    void forget() {
        share = 0;
        packets = 0;
    }

    /// Packets sent while the queue drained. What they lose much less of than usual is no loss of the path's, but an
    /// overflow that was there when this sender came.
    void handleDrained(int newPackets, int lost) {
        drained.handle(newPackets, lost);
        double expected = share * drained.packets();
        if (expected < TELLING_DRAINED) {
            return;
        }
        if (drained.lost() < LESS * expected) {
            share = drained.share();
            packets = drained.packets();
        }
        drained.restart();
    }

    /// Packets of the sender's usual work, about which nothing was suspected yet. They are looked at a round trip at
    /// a time, or more: a loss is known later than a delivery, so that less seems to be lost while a sender grows.
    /// A share that is much too high, as it is learnt from an overflow, shows after fewer.
    void handle(int newPackets, int lost, QueueView queue, long roundPackets) {
        block.handle(newPackets, lost, queue);
        if (block.packets() >= Math.max(BLOCK_PACKETS, roundPackets)) {
            if (block.isAtAnyHeight()) {
                learn(block.packets(), block.lost(), CAREFUL_MEMORY_PACKETS);
            } else {
                lower();
                packets = Math.min(Math.max(packets, MEMORY_PACKETS), packets + block.packets());
            }
            block.restart();
        } else if (block.packets() >= Math.max(LOWER_LOSSES / share, (double) roundPackets) && lower()) {
            block.restart();
        }
    }

    /// Believes the block halfway if it has surely lost less; returns whether it has.
    private boolean lower() {
        double chance = Math.sqrt(share * (1 - share) / block.packets());
        if (block.share() >= share - LOWER_SIGMAS * chance) {
            return false;
        }
        share = (share + block.share()) / 2;
        return true;
    }

    /// What went by lately is of a suspicion now.
    void suspected() {
        block.restart();
    }
}
