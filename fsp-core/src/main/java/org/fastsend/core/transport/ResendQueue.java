package org.fastsend.core.transport;

import java.util.Arrays;

/// Ranges of messages that were lost and wait to be sent again, in the order in which they were found
/// lost. Holds no more than was in flight. Not thread-safe.
final class ResendQueue {
    private static final int FIRST_CAPACITY = 64;

    private int[] messages = new int[FIRST_CAPACITY];
    private int[] offsets = new int[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(int message, int offset, int length) {
        if (size == messages.length) {
            grow();
        }
        int i = (head + size) & (messages.length - 1);
        messages[i] = message;
        offsets[i] = offset;
        lengths[i] = length;
        size++;
    }

    int message() {
        return messages[head];
    }

    int offset() {
        return offsets[head];
    }

    int length() {
        return lengths[head];
    }

    /// So many bytes of the first range are dealt with.
    void take(int bytes) {
        if (bytes < lengths[head]) {
            offsets[head] += bytes;
            lengths[head] -= bytes;
            return;
        }
        head = (head + 1) & (messages.length - 1);
        size--;
    }

    private void grow() {
        messages = unrolled(messages);
        offsets = unrolled(offsets);
        lengths = unrolled(lengths);
        head = 0;
    }

    private int[] unrolled(int[] ring) {
        int[] grown = Arrays.copyOf(ring, 2 * ring.length);
        System.arraycopy(ring, head, grown, 0, ring.length - head);
        System.arraycopy(ring, 0, grown, ring.length - head, head);
        return grown;
    }
}
