package org.fastsend.core.congestion;

/// What became of packets that a sender sent faster than the rest, to find out where the path ends.
///
/// @param sent packets of the burst
/// @param packets delivered or lost while it came through, among them others
/// @param lost of those
record BurstLoss(long sent, long packets, long lost) {
    /// Of what was sent, what is lost beyond the usual where the path had no room for it.
    private static final double OVERFLOW = 0.1;
    /// More is no chance.
    private static final double SIGMAS = 3;

    private static final int CHANCE_PACKETS = 2;

    /// What was lost beyond the path's usual loss, as a part of the burst; negative if less was lost.
    double excess(double usualLoss) {
        return (lost - packets * usualLoss) / Math.max(1, sent);
    }

    /// Whether more was lost than chance explains.
    ///
    /// @param expectedLoss of packets, rather too much than too little
    boolean exceedsChance(double expectedLoss) {
        double usual = packets * expectedLoss;
        return lost > usual + SIGMAS * Math.sqrt(usual) + CHANCE_PACKETS;
    }

    /// Whether the path had no room for a part of the burst, beyond what may be chance.
    boolean overflowed(double expectedLoss) {
        return exceedsChance(expectedLoss) && excess(expectedLoss) > OVERFLOW;
    }
}
