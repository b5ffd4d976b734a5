package org.fastsend.core.net;

import java.util.ArrayDeque;
import java.util.Optional;

/// The arrays of messages that were read, of which a few wait to be used again. An array is little longer than its
/// message, or many short ones would take a multiple of what is held of them. Not thread-safe.
final class MessageArrays {
    private static final int MAX_SPARE = 8;
    /// Arrays of this size and more are used again. They come in multiples of a part of the next lower power of two, so
    /// that blocks of much the same length share them.
    private static final int SPARED_BYTES = 64 << 10;

    private static final int STEPS_PER_DOUBLING = 8;

    private final ArrayDeque<byte[]> spare = new ArrayDeque<>();
    private long spareBytes;

    /// Of the array for a message.
    static int arrayBytes(int messageBytes) {
        if (messageBytes < SPARED_BYTES) {
            return messageBytes;
        }
        int step = Integer.highestOneBit(messageBytes) / STEPS_PER_DOUBLING;
        return (messageBytes + step - 1) / step * step;
    }

    /// One that waits and has just that size; empty if a new one is to be made.
    ///
    /// @param roomBytes what those that go on waiting may take
    Optional<byte[]> take(int arrayBytes, long roomBytes) {
        Optional<byte[]> array = Optional.ofNullable(arrayBytes < SPARED_BYTES ? null : spare.poll());
        spareBytes -= array.map(taken -> taken.length).orElse(0);
        while (spareBytes > roomBytes && !spare.isEmpty()) {
            spareBytes -= spare.remove().length;
        }
        return array.filter(taken -> taken.length == arrayBytes);
    }

    /// A message was read; its array waits if there is room.
    void keep(byte[] array, long roomBytes) {
        if (array.length >= SPARED_BYTES && spare.size() < MAX_SPARE && spareBytes + array.length <= roomBytes) {
            spare.add(array);
            spareBytes += array.length;
        }
    }

    long bytes() {
        return spareBytes;
    }
}
