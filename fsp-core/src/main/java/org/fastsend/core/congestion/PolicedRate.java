package org.fastsend.core.congestion;

/// The rate beyond which a path drops packets though it queues nothing: a policer's. Nothing warns of it, and a bucket
/// lets pass what comes in bursts, so neither a chirp nor a queue tells how much room there is: once it is found twice
/// alike, only a slow climb asks for more. A queue ends that, and so does a rate well beyond it. Not thread-safe.
final class PolicedRate {
    private static final double ALIKE = 0.2;
    private static final int CONVINCING = 2;

    private double bytesPerSecond;
    private int found;

    /// More was sent than the path took, of which so much arrived, and no queue was seen.
    void found(double arrivedBytesPerSecond) {
        boolean alike = Math.abs(arrivedBytesPerSecond - bytesPerSecond) < ALIKE * bytesPerSecond;
        found = alike ? found + 1 : 1;
        bytesPerSecond = arrivedBytesPerSecond;
    }

    /// A round trip went by at that rate, with a queue or without.
    void handleRound(boolean empty, double rate) {
        if (!empty || (isKnown() && rate > (1 + ALIKE) * bytesPerSecond)) {
            found = 0;
            bytesPerSecond = 0;
        }
    }

    /// Whether there is one.
    boolean isKnown() {
        return found >= CONVINCING;
    }
}
