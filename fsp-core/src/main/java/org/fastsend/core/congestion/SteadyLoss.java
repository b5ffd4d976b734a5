package org.fastsend.core.congestion;

/// What a search loses between its chirps. A policer lets chirps pass, for its bucket fills between them; but when much
/// more is lost at the steady rate than at lower ones before, the path is full whatever they say. Not thread-safe.
final class SteadyLoss {
    private static final double EXCESS = 0.05;
    private static final double SIGMAS = 4;
    private static final int TELLING_PACKETS = 40;

    private double usual = UsualLoss.MOST;
    private long packets;
    private long lost;
    private double flood;

    /// The next chirp begins a new rate; so much was lost at lower ones at most.
    void expect(double usualLoss) {
        usual = usualLoss;
    }

    void restart() {
        packets = 0;
        lost = 0;
        flood = 0;
    }

    /// @param delivered packets between chirps, newly
    /// @param missing newly, less what turned up after all
    void handle(int delivered, long missing) {
        packets += delivered + missing;
        lost += missing;
    }

    /// Whether the path is full.
    boolean floods() {
        double expected = packets * Math.min(UsualLoss.MOST, usual + EXCESS);
        if (packets < TELLING_PACKETS || lost < expected + SIGMAS * Math.sqrt(expected)) {
            return false;
        }
        flood = (double) lost / packets;
        return true;
    }

    /// The share lost when it was found full; 0 if it was not.
    double flood() {
        return flood;
    }
}
