package org.fastsend.core.transport;

/// A message that is arriving. Not thread-safe.
final class IncomingMessage {
    final int id;
    private int length;
    private final RangeSet arrived = new RangeSet();
    private boolean refused;
    private boolean repaired;

    IncomingMessage(int id, int length) {
        this.id = id;
        this.length = length;
    }

    /// 0 if it was refused before any of it came.
    int length() {
        return length;
    }

    /// Whether that length may be its own.
    boolean takesLength(int bytes) {
        if (length == 0) {
            length = bytes;
        }
        return length == bytes;
    }

    RangeSet arrived() {
        return arrived;
    }

    boolean isWhole() {
        return length > 0 && arrived.bytes() == length;
    }

    /// Whether some of it was brought back by repairs.
    boolean isRepaired() {
        return repaired;
    }

    void repair() {
        repaired = true;
    }

    boolean isRefused() {
        return refused;
    }

    void refuse() {
        refused = true;
    }
}
