package org.fastsend.core.transport;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fastsend.core.wire.ProtocolException;
import org.jspecify.annotations.Nullable;

/// The messages that this end sends, and which range goes next: urgent before others, lost before
/// fresh, otherwise in the order in which they were offered. Not thread-safe.
final class OutgoingMessages {
    /// Ids between the oldest message that is not settled and the newest.
    static final int MAX_OPEN = 1 << 16;
    /// Urgent messages may exceed the peer's window by so much: what is small and waited for never
    /// stands behind blocks.
    static final int URGENT_RESERVE_BYTES = 256 << 10;

    private static final int FIRST_CAPACITY = 64;
    /// Less room than that may be too little for the next message.
    private static final int ROOM_OF_OFFERED = 4;

    private final long maxOfferedBytes;
    private @Nullable OutgoingMessage[] table = new OutgoingMessage[FIRST_CAPACITY];
    private int oldest;
    private int next;
    private long offeredBytes;
    private long unsentBytes;
    private long freshBytes;
    private long deliveredBytes;

    private final ArrayDeque<OutgoingMessage> urgent = new ArrayDeque<>();
    private final ArrayDeque<OutgoingMessage> ordinary = new ArrayDeque<>();
    private final ResendQueue urgentLost = new ResendQueue();
    private final ResendQueue ordinaryLost = new ResendQueue();

    private final Pick pick = new Pick();

    OutgoingMessages(long maxOfferedBytes) {
        this.maxOfferedBytes = maxOfferedBytes;
    }

    /// A range to be sent now; overwritten by the next one.
    static final class Pick {
        int message;
        int messageLength;
        int offset;
        int length;
        boolean again;
    }

    long roomBytes() {
        if (next - oldest >= MAX_OPEN) {
            return 0;
        }
        return offeredBytes == 0
                ? Math.max(Integer.MAX_VALUE, maxOfferedBytes)
                : Math.max(0, maxOfferedBytes - offeredBytes);
    }

    int offer(int length, boolean isUrgent) {
        if (length <= 0) {
            throw new IllegalArgumentException("a message of " + length + " bytes");
        }
        if (next - oldest >= MAX_OPEN) {
            throw new IllegalStateException("too many messages are on their way");
        }
        if (next == Integer.MAX_VALUE) {
            throw new IllegalStateException("the numbers of messages are used up"); // another stream begins anew
        }
        if (next - oldest == table.length) {
            grow();
        }
        OutgoingMessage message = new OutgoingMessage(next, length, isUrgent);
        table[next & (table.length - 1)] = message;
        next++;
        offeredBytes += length;
        unsentBytes += length;
        (isUrgent ? urgent : ordinary).add(message);
        return message.id;
    }

    /// The message of that id, unless it is settled.
    @Nullable
    OutgoingMessage find(int id) {
        return id - oldest < 0 || id - next >= 0 ? null : table[id & (table.length - 1)];
    }

    boolean wasOffered(int id) {
        return id >= 0 && id < next;
    }

    /// Message bytes that are offered and were not sent yet.
    long unsentBytes() {
        return unsentBytes;
    }

    /// Message bytes sent for the first time, ever.
    long freshBytes() {
        return freshBytes;
    }

    /// Message bytes known to have arrived, each once.
    long deliveredBytes() {
        return deliveredBytes;
    }

    /// Whether something could be sent if the peer's window is `limitBytes`.
    boolean hasWork(long limitBytes) {
        return pick(1, limitBytes) != null;
    }

    /// Whether fresh bytes wait only for the peer's window.
    boolean isBlocked(long limitBytes) {
        return !hasWork(limitBytes) && (!urgent.isEmpty() || !ordinary.isEmpty());
    }

    /// Whether the application may have more to send than is let in: by the peer's window, or as too much is on its
    /// way.
    boolean isHeldUp() {
        return !urgent.isEmpty()
                || !ordinary.isEmpty()
                || offeredBytes > maxOfferedBytes - maxOfferedBytes / ROOM_OF_OFFERED;
    }

    /// What to send next, at most so many bytes of it; [#taken] has to follow if it is sent.
    @Nullable
    Pick pick(int maxBytes, long limitBytes) {
        if (again(urgentLost, maxBytes)
                || fresh(urgent, maxBytes, limitBytes + URGENT_RESERVE_BYTES)
                || again(ordinaryLost, maxBytes)
                || fresh(ordinary, maxBytes, limitBytes)) {
            return pick;
        }
        return null;
    }

    void taken(Pick sent) {
        OutgoingMessage message = find(sent.message);
        if (message == null) {
            throw new IllegalStateException("message " + sent.message + " is settled");
        }
        if (sent.again) {
            (message.urgent ? urgentLost : ordinaryLost).take(sent.length);
            return;
        }
        message.send(sent.length);
        freshBytes += sent.length;
        unsentBytes -= sent.length;
        if (message.sent() == message.length) {
            (message.urgent ? urgent : ordinary).removeFirst();
        }
    }

    /// A range arrived. Returns the message if that made it whole.
    @Nullable
    OutgoingMessage delivered(int id, int offset, int length) {
        OutgoingMessage message = find(id);
        if (message == null || message.isWithdrawn()) {
            return null;
        }
        deliveredBytes += message.arrived().add(offset, offset + length);
        if (!message.isDelivered()) {
            return null;
        }
        settle(id);
        return message;
    }

    void lost(int id, int offset, int length) {
        OutgoingMessage message = find(id);
        if (message == null || message.isWithdrawn()) {
            return;
        }
        if (message.hasRepairsInFlight()) {
            message.holdBack(offset, length);
        } else {
            (message.urgent ? urgentLost : ordinaryLost).add(id, offset, length);
        }
    }

    /// One of a message's repairs arrived or was lost. When that is known of all, they did not suffice: what was lost
    /// is sent again.
    void settleRepair(int id) {
        OutgoingMessage message = find(id);
        if (message == null) {
            return;
        }
        message.settleRepair();
        if (!message.hasRepairsInFlight()) {
            message.takeHeldBack().forEach(range -> lost(id, range.offset(), range.length()));
        }
    }

    /// The peer has the whole message. Returns it unless that was known.
    @Nullable
    OutgoingMessage whole(int id) throws ProtocolException {
        OutgoingMessage message = find(id);
        if (message == null || message.isWithdrawn()) {
            return null;
        }
        if (message.sent() < message.length) {
            throw new ProtocolException("message " + id + " came whole before it was sent");
        }
        return delivered(id, 0, message.length);
    }

    /// The messages of which everything was sent and not everything is known to have arrived.
    List<OutgoingMessage> unsettled() {
        List<OutgoingMessage> messages = new ArrayList<>();
        for (int id = oldest; id < next; id++) {
            OutgoingMessage message = find(id);
            if (message != null && !message.isWithdrawn() && message.sent() == message.length) {
                messages.add(message);
            }
        }
        return messages;
    }

    /// Nothing more of it will be sent; [#settle] has to follow when the peer knows.
    void withdraw(OutgoingMessage message) {
        unsentBytes -= message.length - message.sent();
        message.withdraw();
        (message.urgent ? urgent : ordinary).remove(message);
    }

    /// The peer knows the end of this message.
    void settle(int id) {
        OutgoingMessage message = find(id);
        if (message == null) {
            return;
        }
        offeredBytes -= message.length;
        table[id & (table.length - 1)] = null;
        while (oldest < next && table[oldest & (table.length - 1)] == null) {
            oldest++;
        }
    }

    private boolean again(ResendQueue lost, int maxBytes) {
        while (!lost.isEmpty()) {
            OutgoingMessage message = find(lost.message());
            if (message == null || message.isWithdrawn()) {
                lost.take(lost.length());
                continue;
            }
            int end = lost.offset() + lost.length();
            int from = message.arrived().nextMissing(lost.offset());
            if (from > lost.offset()) { // it came after all
                lost.take(Math.min(end, from) - lost.offset());
                continue;
            }
            int to = Math.min(end, message.arrived().nextPresent(from));
            fill(message, from, Math.min(maxBytes, to - from), true);
            return true;
        }
        return false;
    }

    private boolean fresh(ArrayDeque<OutgoingMessage> queue, int maxBytes, long limitBytes) {
        OutgoingMessage message = queue.peekFirst();
        long room = limitBytes - freshBytes;
        if (message == null || room <= 0) {
            return false;
        }
        int bytes = (int) Math.min(Math.min(maxBytes, room), message.length - message.sent());
        fill(message, message.sent(), bytes, false);
        return true;
    }

    private void fill(OutgoingMessage message, int offset, int length, boolean again) {
        pick.message = message.id;
        pick.messageLength = message.length;
        pick.offset = offset;
        pick.length = length;
        pick.again = again;
    }

    private void grow() {
        int capacity = table.length;
        table = Arrays.copyOf(table, 2 * capacity);
        for (int id = oldest; id < next; id++) {
            int place = id & (2 * capacity - 1);
            if (place >= capacity) {
                table[place] = table[place - capacity];
                table[place - capacity] = null;
            }
        }
    }
}
