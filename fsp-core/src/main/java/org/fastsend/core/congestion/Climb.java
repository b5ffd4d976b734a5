package org.fastsend.core.congestion;

/// How fast the window grows while the path shows no queue, of itself a round trip. Slowly, as nobody
/// knows how much room there is; fast back to what this sender had before a suspicion made it slow
/// down, if not even a whole round trip showed a queue: then nobody else took it, and what was lost was
/// no overflow. Not thread-safe.
final class Climb {
    private static final double USUAL = 0.006;
    /// Growth a second where nothing but loss shows when it is too much: when a bucket of a tenth of a second is used
    /// up, the rate is five hundredths too high.
    private static final double CAREFUL = 0.0125;

    private static final double SECOND = 1e9;

    private static final double BACK = 0.05;
    /// Of what it had, so much is taken back fast.
    private static final double TAKEN_BACK = 0.9;
    /// What it had counts half as much after so long.
    private static final double MEMORY_NANOS = 10e9;

    private double hadRate;
    private long hadNanos;
    private boolean emptyRound;

    /// It slows down on suspicion of having overflowed the path at that rate.
    void suspected(double rate, long nowNanos) {
        hadRate = Math.max(rate, had(nowNanos));
        hadNanos = nowNanos;
    }

    /// A round trip went by, with a queue at any time or without.
    void handleRound(boolean empty) {
        emptyRound = empty;
    }

    /// Growth a round trip at that rate.
    double growth(double rate, long nowNanos) {
        return emptyRound && rate < TAKEN_BACK * had(nowNanos) ? BACK : USUAL;
    }

    /// Growth in that time where only loss tells where too much begins.
    double careful(double elapsedNanos) {
        return CAREFUL * elapsedNanos / SECOND;
    }

    private double had(long nowNanos) {
        return hadRate * Math.pow(2, (hadNanos - nowNanos) / MEMORY_NANOS);
    }
}
