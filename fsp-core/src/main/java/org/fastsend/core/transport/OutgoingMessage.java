package org.fastsend.core.transport;

import java.util.ArrayList;
import java.util.List;

/// A message on its way: how much of it was sent, and which of it arrived. Not thread-safe.
final class OutgoingMessage {
    final int id;
    final int length;
    final boolean urgent;
    private final RangeSet arrived = new RangeSet();
    /// Lost while repairs were on their way, which may make good for it.
    private final List<Range> heldBack = new ArrayList<>(0);
    private int sent;
    private boolean repaired;
    private int repairs;
    private boolean withdrawn;

    record Range(int offset, int length) {}

    OutgoingMessage(int id, int length, boolean urgent) {
        this.id = id;
        this.length = length;
        this.urgent = urgent;
    }

    /// Bytes sent at least once: a prefix.
    int sent() {
        return sent;
    }

    void send(int bytes) {
        sent += bytes;
    }

    RangeSet arrived() {
        return arrived;
    }

    boolean isDelivered() {
        return arrived.bytes() == length;
    }

    /// Whether repairs were made for it, ever.
    boolean isRepaired() {
        return repaired;
    }

    /// Another repair of it leaves.
    void sendRepair() {
        repaired = true;
        repairs++;
    }

    /// A repair arrived or was lost.
    void settleRepair() {
        repairs--;
    }

    boolean hasRepairsInFlight() {
        return repairs > 0;
    }

    void holdBack(int offset, int bytes) {
        heldBack.add(new Range(offset, bytes));
    }

    /// What was held back, which is forgotten.
    List<Range> takeHeldBack() {
        List<Range> taken = List.copyOf(heldBack);
        heldBack.clear();
        return taken;
    }

    /// Nobody wants it any more; it stays in the table until the peer knows.
    boolean isWithdrawn() {
        return withdrawn;
    }

    void withdraw() {
        withdrawn = true;
    }
}
