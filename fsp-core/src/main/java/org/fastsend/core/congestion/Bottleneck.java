package org.fastsend.core.congestion;

/// The bottleneck as a sender sees it that has some part of it.
///
/// @param bytesPerSecond that it carries of all its traffic, as far as is known
/// @param rateBytesPerSecond the sender's; the bottleneck carries no less
/// @param datagramBytes of the sender's datagrams
/// @param several whether it is the narrowest of several in a row that are full: what is sent too much
/// stands in all
record Bottleneck(double bytesPerSecond, double rateBytesPerSecond, int datagramBytes, boolean several) {
    private static final double SECOND = 1e9;
    /// With so much of the link nobody else is there to speak of: what probes say of the capacity is a few hundredths
    /// too much.
    static final double ALONE = 0.9;
    /// Clocks and bursts alone make so much of a queue, and that much is surely one.
    static final double NOISE_NANOS = 0.15e6;
    /// Where a datagram takes longer to pass, the few that a bump needs last longer than it does on other links.
    private static final double COARSE_NANOS = 1.3e6;

    Bottleneck {
        bytesPerSecond = Math.max(bytesPerSecond, rateBytesPerSecond);
    }

    /// The only one of its path.
    static Bottleneck single(double bytesPerSecond, double rateBytesPerSecond, int datagramBytes) {
        return new Bottleneck(bytesPerSecond, rateBytesPerSecond, datagramBytes, false);
    }

    /// The sender's share of it.
    double part() {
        return rateBytesPerSecond / bytesPerSecond;
    }

    boolean isAlone() {
        return part() > ALONE;
    }

    /// What a datagram takes to pass it.
    double datagramNanos() {
        return datagramBytes * SECOND / bytesPerSecond;
    }

    /// Whether the queue moves by a few datagrams all the time, each of which is much of it.
    boolean isCoarse() {
        return datagramNanos() > COARSE_NANOS;
    }

    /// A queue that clocks make, or that a datagram or two are.
    double noiseNanos() {
        return Math.max(NOISE_NANOS, 2 * datagramNanos());
    }

    /// The queue that a sender aims at that has all of it.
    double aloneNanos() {
        return TargetQueue.aloneNanos(bytesPerSecond);
    }
}
