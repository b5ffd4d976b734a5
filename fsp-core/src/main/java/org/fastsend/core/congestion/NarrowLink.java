package org.fastsend.core.congestion;

/// The slowest of several links in a row, as neighbours in a [train][Train] tell of it. They arrive at
/// least as far apart as that link takes for one; and farther where something of others' came between.
/// So what they say ends sharply at what it carries: with some luck many say just that, and hardly one
/// says more. Where clocks, or hosts that hand on several at a time, blur what they say, it has no
/// such end, and nothing is known. Where a single link hands on at set times only, it ends at twice of
/// what that carries at most. (Dovrolis, Ramanathan and Moore, "What do packet dispersion techniques
/// measure?", INFOCOM 2001.) Not thread-safe.
final class NarrowLink {
    /// Of all neighbours, what says less where others come between at links behind it.
    private static final double LEAST_SHORT = 0.15;

    private final SharpEnd end = new SharpEnd();
    private long countedNanos;

    /// Two neighbours said so.
    ///
    /// @param bytesPerSecond infinite if they came at once
    void count(double bytesPerSecond, long nowNanos) {
        end.count(bytesPerSecond);
        countedNanos = nowNanos;
    }

    /// Is forgotten as what a search found is: in a short buffer there is no room for more trains.
    void age(long nowNanos) {
        if (nowNanos - countedNanos > FoundCapacity.MEMORY_NANOS) {
            forget();
        }
    }

    void forget() {
        end.forget();
    }

    /// What it carries; 0 if that is not known.
    double bytesPerSecond() {
        return end.value();
    }

    /// Whether others share links behind it, too, which are full.
    boolean isFollowed() {
        return end.shortPart() > LEAST_SHORT;
    }
}
