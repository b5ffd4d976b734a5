package org.fastsend.overlay.select;

import org.fastsend.core.channel.RelayAddress;

/// A relay that could take blocks, and what is known of it.
///
/// @param id the overlay's id of its key
/// @param name as people know it
/// @param distance measured, never what it says itself
/// @param site whom and what it depends on
/// @param reachable whether sessions can be opened to it, which no NAT lets through
/// @param claim what it says it can give: believed only where it is less than what was measured
/// @param learntBytesPerSecond measured over earlier blocks; 0 if there were none
public record Candidate(
        long id,
        String name,
        RelayAddress address,
        Distance distance,
        Site site,
        boolean reachable,
        Claim claim,
        double learntBytesPerSecond) {
    /// Parallel connections, and the loss that is assumed on a path that was never used.
    private static final int ASSUMED_STREAMS = 4;

    private static final double ASSUMED_LOSS = 1e-4;
    private static final double MSS_BYTES = 1448;
    /// Mathis, Semke, Mahdavi, Ott: The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm (1997).
    private static final double MATHIS_CONSTANT = 1.22;

    private static final double LEAST_RTT_MILLIS = 0.1;
    private static final double UNKNOWN_RTT_MILLIS = 200;

    /// Round trips in milliseconds; NaN where nobody has measured.
    public record Distance(double senderMillis, double receiverMillis) {
        public static final Distance UNKNOWN = new Distance(Double.NaN, Double.NaN);
    }

    /// What several relays may have in common.
    ///
    /// @param operator of whoever answers for its key; 0 if unknown
    /// @param subnet the /24 or /48 of its address
    public record Site(int operator, long subnet) {}

    /// What it says of itself.
    ///
    /// @param freeBytes room it says it has, [Long#MAX_VALUE] if it says nothing
    /// @param bytesPerSecond rate it says it takes, 0 if it says nothing
    public record Claim(long freeBytes, double bytesPerSecond) {
        public static final Claim NONE = new Claim(Long.MAX_VALUE, 0);
    }

    /// What it is expected to take: what was measured, or else what TCP gets out of its distance, and never more than
    /// it says. Whoever claims more than others gains nothing by it.
    public double expectedBytesPerSecond() {
        double expected = learntBytesPerSecond > 0 ? learntBytesPerSecond : byDistance();
        return claim.bytesPerSecond() > 0 ? Math.min(expected, claim.bytesPerSecond()) : expected;
    }

    private double byDistance() {
        double millis = Double.isNaN(distance.senderMillis())
                ? UNKNOWN_RTT_MILLIS
                : Math.max(LEAST_RTT_MILLIS, distance.senderMillis());
        return ASSUMED_STREAMS * MATHIS_CONSTANT * MSS_BYTES / (millis / 1e3 * Math.sqrt(ASSUMED_LOSS));
    }
}
