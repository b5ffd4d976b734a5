package org.fastsend.core.block;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// The process's memory for blocks in flight: heap buffers lent out and taken back, reused by size class (eight
/// between one power of two and the next), never more than {@code maxBytes} outstanding. Taking waits until enough
/// came back: this is what bounds memory, whatever the number of files, relays or streams. Who waits for a buffer
/// while holding another may wait for ever, so the bound must leave room for all that such threads hold. Thread-safe,
/// fair enough for a few dozen threads.
public final class Buffers {
    private static final int SMALLEST_BYTES = 4096;
    private static final int LARGEST_BYTES = 1 << 30;
    private static final int CLASSES_PER_DOUBLING = 8;

    private final long maxBytes;
    private final Map<Integer, ArrayDeque<byte[]>> idle = new HashMap<>();
    private final Set<byte[]> lent = Collections.newSetFromMap(new IdentityHashMap<>());
    private long lentBytes;
    private long idleBytes;
    private boolean keeping = true;

    /// @param maxBytes bound on the capacity lent out at any time; at least the largest buffer that will be
    ///     asked for
    public Buffers(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /// A cleared big-endian heap buffer whose limit is {@code bytes}, at array offset 0. Waits for room; a
    /// single buffer larger than the bound is lent when nothing else is. What it holds is left over from
    /// before. Throws FspException if the JVM has no memory for it.
    public ByteBuffer take(int bytes) throws InterruptedException {
        int size = sizeClass(bytes);
        byte[] array = reserve(size);
        if (array.length == 0) {
            array = allocate(size); // zeroed outside the lock
        }
        synchronized (this) {
            lent.add(array);
        }
        return ByteBuffer.wrap(array).limit(bytes);
    }

    /// Takes back a buffer that {@link #take} lent, or any view of it. Using it afterwards corrupts another
    /// block: there is one owner at any time. Giving back what is not lent throws IllegalStateException.
    @SuppressWarnings("ByteBufferBackingArray") // the array is what was lent, wherever in it the view lies
    public synchronized void give(ByteBuffer buffer) {
        byte[] array = buffer.array();
        if (!lent.remove(array)) {
            throw new IllegalStateException("a buffer was given back that is not lent");
        }
        lentBytes -= array.length;
        if (keeping) {
            idle.computeIfAbsent(array.length, _ -> new ArrayDeque<>()).addFirst(array);
            idleBytes += array.length;
            keepWithinBound();
        }
        notifyAll();
    }

    /// What is idle, and what comes back from now on, is the garbage collector's: the owner has done its work,
    /// though it may be asked about that for long.
    public synchronized void keepNone() {
        keeping = false;
        idle.clear();
        idleBytes = 0;
    }

    /// Bytes that are idle now.
    synchronized long idleBytes() {
        return idleBytes;
    }

    /// Bytes lent out now.
    public synchronized long lentBytes() {
        return lentBytes;
    }

    /// Waits until {@code size} bytes may be lent and counts them; an idle array of that size, or none if
    /// there is none.
    private synchronized byte[] reserve(int size) throws InterruptedException {
        while (lentBytes > 0 && lentBytes + size > maxBytes) {
            wait();
        }
        lentBytes += size;
        ArrayDeque<byte[]> shelf = idle.getOrDefault(size, new ArrayDeque<>());
        if (shelf.isEmpty()) {
            keepWithinBound();
            return new byte[0];
        }
        idleBytes -= size;
        return shelf.removeFirst();
    }

    private byte[] allocate(int size) {
        try {
            return new byte[size];
        } catch (OutOfMemoryError e) {
            unreserve(size);
            throw new FspException(
                    ErrorCode.IO_FAILURE,
                    "no memory for a block of " + size
                            + " bytes; use smaller blocks, or give fsp more, such as FSP_JAVA_OPTS=-Xmx1g",
                    e);
        }
    }

    private synchronized void unreserve(int size) {
        lentBytes -= size;
        notifyAll();
    }

    /// Lets the garbage collector have idle buffers when lent and idle ones together pass the bound.
    private void keepWithinBound() {
        var shelves = idle.values().iterator();
        while (idleBytes > 0 && lentBytes + idleBytes > maxBytes && shelves.hasNext()) {
            ArrayDeque<byte[]> shelf = shelves.next();
            while (!shelf.isEmpty() && lentBytes + idleBytes > maxBytes) {
                idleBytes -= shelf.removeLast().length;
            }
        }
    }

    private static int sizeClass(int bytes) {
        if (bytes < 0 || bytes > LARGEST_BYTES) {
            throw new IllegalArgumentException("no buffer has " + bytes + " bytes");
        }
        if (bytes <= SMALLEST_BYTES) {
            return SMALLEST_BYTES;
        }
        int step = Integer.highestOneBit(bytes - 1) / CLASSES_PER_DOUBLING;
        return (bytes + step - 1) / step * step;
    }
}
