package org.fastsend.core.congestion;

/// What [chirps][Chirp] that saw the path full say of its room: the first, coarse one, and finer ones that ask again.
/// The delays that hosts make of their own look like queues, but not twice, and nothing makes a full path look empty;
/// hence a finer chirp may contradict the coarse one. Not thread-safe.
final class RoomReading {
    /// The second reading contradicts the first if it is higher, or lower, by that.
    private static final double HIGHER = 1.2;
    private static final double LOWER = 0.75;
    /// Less is enough where it built no queue: this host may have sent it slower than meant.
    private static final double UNFILLED = 1.1;
    /// A path that is as narrow as read would be full of a chirp that much faster.
    private static final double FILLING = 1.25;
    /// A reading near a contradicted one is believed after all.
    private static final double SAME = 1.3;

    /// Bytes a second; 0 before.
    private double first;
    private double second;
    /// Whether it was a queue that told the first, and not losses, which chance makes, too.
    private boolean byQueue;
    private double contradicted;

    void restart() {
        first = 0;
        second = 0;
        contradicted = 0;
    }

    /// Whether no chirp has seen the path full yet.
    boolean isNone() {
        return first == 0;
    }

    boolean isByQueue() {
        return byQueue;
    }

    /// A coarse chirp read that.
    void read(double room, boolean queued) {
        first = room;
        byQueue = queued;
    }

    /// Whether that is what a coarse chirp read before, or less, and a finer one contradicted.
    boolean isKnown(double room) {
        return room < SAME * contradicted;
    }

    /// Whether a finer chirp shows that the path is wider than the first one read.
    boolean isContradictedBy(Chirp chirp, boolean full, double room) {
        if (full || !byQueue) {
            return room > HIGHER * first;
        }
        return room > UNFILLED * first || chirp.shows(FILLING * first);
    }

    /// The first reading was wrong.
    void contradict() {
        contradicted = first;
        first = 0;
        second = 0;
    }

    /// Whether a finer chirp reads so much less that it has to be asked once more; true once.
    boolean isDoubtedBy(double room) {
        if (room >= LOWER * first || second != 0) {
            return false;
        }
        second = room;
        return true;
    }

    /// The room, where a finer chirp has read that last.
    double best(double room) {
        return Math.max(room, second);
    }
}
