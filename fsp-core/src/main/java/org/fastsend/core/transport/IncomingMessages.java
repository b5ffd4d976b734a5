package org.fastsend.core.transport;

import java.util.Arrays;
import org.fastsend.core.wire.ProtocolException;
import org.jspecify.annotations.Nullable;

/// The messages that arrive: each byte goes to the sink once. Memory is bounded by the ids that may be
/// open at once and by the receive window; a peer that goes beyond is refused. Not thread-safe.
final class IncomingMessages {
    private static final int FIRST_CAPACITY = 64;
    /// A message in ranges of that length has every other one missing at most, and a few that are shorter: what is
    /// noted of it is a small part of it.
    private static final int LEAST_RANGE_BYTES = 256;

    private static final int MOST_RANGES = 64;
    /// Stands for a message that is over while an older one is not.
    private static final IncomingMessage OVER = new IncomingMessage(-1, 0);

    private final MessageSink sink;
    private final ReceiveWindow window;
    private @Nullable IncomingMessage[] table = new IncomingMessage[FIRST_CAPACITY];
    private int oldest;
    private long duplicates;
    private long duplicateBytes;

    IncomingMessages(MessageSink sink, ReceiveWindow window) {
        this.sink = sink;
        this.window = window;
    }

    /// Ranges that came again, ever.
    long duplicates() {
        return duplicates;
    }

    long duplicateBytes() {
        return duplicateBytes;
    }

    /// A range arrived.
    ///
    /// @return the message if it is whole by that and wanted
    @Nullable
    IncomingMessage arrived(int id, int messageLength, int offset, byte[] bytes, int at, int length)
            throws ProtocolException {
        if (id < 0 || messageLength <= 0 || length <= 0 || offset < 0 || offset > messageLength - length) {
            throw new ProtocolException("a range outside its message");
        }
        IncomingMessage message = isOver(id) ? OVER : open(id, messageLength);
        if (message == OVER) {
            countDuplicate(length);
            return null;
        }
        if (!message.takesLength(messageLength)) {
            throw new ProtocolException("message " + id + " has two lengths");
        }
        int fresh = deliver(message, offset, bytes, at, length);
        if (fresh < length) {
            countDuplicate(length - fresh);
        }
        if (!message.isWhole()) {
            return null;
        }
        end(id);
        return message.isRefused() ? null : message;
    }

    /// A message of which some came, more is to come, and all is wanted; null if it is none.
    @Nullable
    IncomingMessage growing(int id) {
        IncomingMessage message = isOver(id) ? null : find(id);
        return message == null || message.isRefused() || message.length() == 0 ? null : message;
    }

    /// A range of a growing message was brought back by repairs.
    void repaired(IncomingMessage message, int offset, byte[] bytes, int length) throws ProtocolException {
        message.repair();
        deliver(message, offset, bytes, 0, length);
        if (message.isWhole()) {
            end(message.id);
        }
    }

    /// The peer took a message back, of which it had sent so many bytes.
    ///
    /// @return whether the owner was or may have been told of it
    boolean withdrawn(int id, int sentBytes) throws ProtocolException {
        if (id < 0 || sentBytes < 0) {
            throw new ProtocolException("no message " + id + " can be taken back");
        }
        if (isOver(id)) {
            return false;
        }
        IncomingMessage message = find(id);
        int arrived = message == null ? 0 : message.arrived().bytes();
        if (sentBytes < arrived) {
            throw new ProtocolException("more of message " + id + " came than was sent");
        }
        window.writeOff(sentBytes - arrived);
        end(id);
        return message != null && arrived > 0 && !message.isRefused();
    }

    /// Nothing of this message goes to the sink from now on. False if it is over.
    boolean refuse(int id) throws ProtocolException {
        if (isOver(id)) {
            return false;
        }
        IncomingMessage message = open(id, 0);
        settle(message);
        message.refuse();
        return true;
    }

    private int deliver(IncomingMessage message, int offset, byte[] bytes, int at, int length)
            throws ProtocolException {
        RangeSet have = message.arrived();
        int to = offset + length;
        int fresh = 0;
        for (int from = have.nextMissing(offset); from < to; from = have.nextMissing(from)) {
            int end = Math.min(to, have.nextPresent(from));
            fresh += end - from;
            window.arrive(end - from);
            if (message.isRefused()) {
                window.release(end - from);
            } else {
                window.grow(end - from);
                sink.write(message.id, message.length(), from, bytes, at + from - offset, end - from);
            }
            have.add(from, end);
        }
        if (have.count() > MOST_RANGES + message.length() / LEAST_RANGE_BYTES) {
            throw new ProtocolException("message " + message.id + " comes in crumbs");
        }
        return fresh;
    }

    private void countDuplicate(int length) {
        duplicates++;
        duplicateBytes += length;
    }

    private boolean isOver(int id) {
        return id < oldest || (id - oldest < table.length && table[id & (table.length - 1)] == OVER);
    }

    private @Nullable IncomingMessage find(int id) {
        return id - oldest < table.length ? table[id & (table.length - 1)] : null;
    }

    private IncomingMessage open(int id, int length) throws ProtocolException {
        if (id - oldest >= OutgoingMessages.MAX_OPEN) {
            throw new ProtocolException("too many messages are open");
        }
        while (id - oldest >= table.length) {
            grow();
        }
        IncomingMessage message = table[id & (table.length - 1)];
        if (message == null) {
            message = new IncomingMessage(id, length);
            table[id & (table.length - 1)] = message;
        }
        return message;
    }

    private void end(int id) throws ProtocolException {
        settle(open(id, 0));
        table[id & (table.length - 1)] = OVER;
        while (table[oldest & (table.length - 1)] == OVER) {
            table[oldest & (table.length - 1)] = null;
            oldest++;
        }
    }

    private void settle(IncomingMessage message) {
        if (!message.isRefused()) {
            window.grown(message.arrived().bytes());
        }
    }

    private void grow() {
        int capacity = table.length;
        table = Arrays.copyOf(table, 2 * capacity);
        for (int id = oldest; id < oldest + capacity; id++) {
            int place = id & (2 * capacity - 1);
            if (place >= capacity) {
                table[place] = table[place - capacity];
                table[place - capacity] = null;
            }
        }
    }
}
