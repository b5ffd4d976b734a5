package org.fastsend.core.block;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
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
    /// What this is a part of; empty for the whole, which keeps the accounts and guards them.
    private final Optional<Buffers> container;
    private final Buffers whole;
    /// Of the whole.
    private final Map<Integer, ArrayDeque<byte[]>> idle = new HashMap<>();
    /// Of the whole: by which part each was lent.
    private final IdentityHashMap<byte[], Buffers> lent = new IdentityHashMap<>();
    /// Lent by this one and its parts.
    private long lentBytes;

    private long idleBytes;
    private boolean keeping = true;
    private boolean abandoned;

    /// @param maxBytes bound on the capacity lent out at any time; at least the largest buffer that will be
    ///     asked for
    public Buffers(long maxBytes) {
        this.maxBytes = maxBytes;
        this.container = Optional.empty();
        this.whole = this;
    }

    private Buffers(Buffers container) {
        this.maxBytes = container.maxBytes;
        this.container = Optional.of(container);
        this.whole = container.whole;
    }

    /// A part for one of many users of this memory, who may be slow, or mean harm: but for one buffer it lends
    /// no more than it leaves to the others, which is half if it is alone, and a third if another does the same;
    /// and a single buffer passes where there is room. So none keeps the others out.
    public Buffers part() {
        return new Buffers(this);
    }

    /// A cleared big-endian heap buffer whose limit is {@code bytes}, at array offset 0. Waits for room; a
    /// single buffer larger than the bound is lent when nothing else is. What it holds is left over from
    /// before. Throws FspException if the JVM has no memory for it.
    public ByteBuffer take(int bytes) throws InterruptedException {
        int size = sizeClass(bytes);
        synchronized (whole) {
            while (!hasRoom(size)) {
                whole.wait();
            }
            count(size);
        }
        return lend(bytes, size);
    }

    /// The same without waiting; empty if there is no room now.
    public Optional<ByteBuffer> tryTake(int bytes) {
        int size = sizeClass(bytes);
        synchronized (whole) {
            if (!hasRoom(size)) {
                return Optional.empty();
            }
            count(size);
        }
        return Optional.of(lend(bytes, size));
    }

    /// Takes back a buffer that {@link #take} lent, whichever part of the memory did, or any view of it.
    /// Using it afterwards corrupts another block: there is one owner at any time. Giving back what is
    /// not lent throws IllegalStateException, unless whoever had it was given up.
    @SuppressWarnings("ByteBufferBackingArray") // the array is what was lent, wherever in it the view lies
    public void give(ByteBuffer buffer) {
        byte[] array = buffer.array();
        synchronized (whole) {
            Buffers lender = whole.lent.remove(array);
            if (lender != null) {
                lender.uncount(array.length);
                whole.shelve(array);
            } else if (!isAbandoned()) {
                throw new IllegalStateException("a buffer was given back that is not lent");
            }
        }
    }

    /// What this part has lent and did not get back is nobody's business any more: its user has ended,
    /// perhaps in the middle of something. What still comes back is left to the garbage collector.
    public void abandon() {
        synchronized (whole) {
            abandoned = true;
            whole.lent.entrySet().removeIf(entry -> {
                boolean own = entry.getValue().isAbandoned();
                if (own) {
                    entry.getValue().uncount(entry.getKey().length);
                }
                return own;
            });
            whole.notifyAll();
        }
    }

    /// What is idle, and what comes back from now on, is the garbage collector's: the owner has done its work,
    /// though it may be asked about that for long.
    public void keepNone() {
        synchronized (whole) {
            whole.keeping = false;
            whole.idle.clear();
            whole.idleBytes = 0;
        }
    }

    /// Bytes that are idle now.
    long idleBytes() {
        synchronized (whole) {
            return whole.idleBytes;
        }
    }

    /// Bytes lent out now, by this one and its parts.
    public long lentBytes() {
        synchronized (whole) {
            return lentBytes;
        }
    }

    private boolean isAbandoned() {
        return abandoned || container.map(Buffers::isAbandoned).orElse(false);
    }

    private boolean hasRoom(int size) {
        long free = maxBytes - whole.lentBytes;
        if (whole.lentBytes > 0 && size > free) {
            return false;
        }
        for (Buffers part = this; part.container.isPresent(); part = part.container.get()) {
            if (part.lentBytes > 0 && part.lentBytes + size > free) {
                return false;
            }
        }
        return true;
    }

    private void count(int size) {
        lentBytes += size;
        container.ifPresent(of -> of.count(size));
    }

    private void uncount(int size) {
        lentBytes -= size;
        container.ifPresent(of -> of.uncount(size));
    }

    /// A buffer for what was counted: an idle one, or a new one, zeroed outside the lock.
    private ByteBuffer lend(int bytes, int size) {
        byte[] array = whole.unshelve(size).orElseGet(() -> allocate(size));
        synchronized (whole) {
            whole.lent.put(array, this);
        }
        return ByteBuffer.wrap(array).limit(bytes);
    }

    private synchronized Optional<byte[]> unshelve(int size) {
        ArrayDeque<byte[]> shelf = idle.getOrDefault(size, new ArrayDeque<>());
        if (shelf.isEmpty()) {
            keepWithinBound();
            return Optional.empty();
        }
        idleBytes -= size;
        return Optional.of(shelf.removeFirst());
    }

    private synchronized void shelve(byte[] array) {
        if (keeping) {
            idle.computeIfAbsent(array.length, _ -> new ArrayDeque<>()).addFirst(array);
            idleBytes += array.length;
            keepWithinBound();
        }
        notifyAll();
    }

    private byte[] allocate(int size) {
        try {
            return new byte[size];
        } catch (OutOfMemoryError e) {
            synchronized (whole) {
                uncount(size);
                whole.notifyAll();
            }
            throw new FspException(
                    ErrorCode.IO_FAILURE,
                    "no memory for a block of " + size
                            + " bytes; use smaller blocks, or give fsp more, such as FSP_JAVA_OPTS=-Xmx1g",
                    e);
        }
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
