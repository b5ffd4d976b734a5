package org.fastsend.core.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.StreamFrame;
import org.fastsend.core.wire.StreamFrameCodec;
import org.fastsend.core.wire.WireException;
import org.jspecify.annotations.Nullable;

/// What came over UDP and was not read yet: messages that are still growing, and whole ones in the order in which
/// they became whole (docs/wire.md, "UDP stream"). The connection's receive window bounds the bytes; a peer that
/// sends more messages than it could have reason for breaks the stream. The loop writes, one thread reads.
final class UdpInbox implements FrameReader {
    /// Whole messages that nobody has read: more than all asks and answers of a stream.
    private static final int MAX_WHOLE = 4 * TcpLimits.MAX_UNSENT_FRAMES;

    private final int maxMessageBytes;
    private final long windowBytes;
    private final long maxHeldBytes;
    private final Runnable freed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();

    // The loop's.
    private final Map<Long, Growing> growing = new HashMap<>();
    private @Nullable Growing last;

    // Guarded by the lock.
    private final ArrayDeque<Whole> whole = new ArrayDeque<>();
    private final MessageArrays arrays = new MessageArrays();
    private long heldBytes;
    private long releasedBytes;
    private boolean ended;
    private Optional<IOException> failure = Optional.empty();

    /// The reader's.
    private @Nullable Whole current;

    private static final class Growing {
        private final long id;
        private final byte[] bytes;
        private final int length;
        /// Bytes to release as they come: a message that is longer than the window would wait for itself to be read.
        private int early;
        /// Bytes that came and are to be released.
        private int owed;

        Growing(long id, byte[] bytes, int length, int early) {
            this.id = id;
            this.bytes = bytes;
            this.length = length;
            this.early = early;
        }
    }

    /// @param frame empty if it could not be understood, which ends the stream when the reader comes to it
    private record Whole(Optional<StreamFrame> frame, String fault, byte[] bytes, int length, int bodyAt, int owed) {}

    /// @param maxMessageBytes longest message taken
    /// @param windowBytes of the connection's receive window
    /// @param freed called when there are bytes to release to the connection
    UdpInbox(int maxMessageBytes, long windowBytes, Runnable freed) {
        this.maxMessageBytes = maxMessageBytes;
        this.windowBytes = windowBytes;
        this.maxHeldBytes = 2 * windowBytes + maxMessageBytes;
        this.freed = freed;
    }

    /// Loop: a range of a message.
    ///
    /// @return false if the message is longer, or more are begun, than may be
    boolean write(long id, int messageLength, int offset, byte[] from, int at, int length) {
        Growing message = last;
        if (message == null || message.id != id) {
            message = growing.get(id);
            if (message == null) {
                if (messageLength > maxMessageBytes || !hold(messageLength)) {
                    return false;
                }
                int early = (int) Math.max(0, messageLength - windowBytes);
                message = new Growing(id, take(messageLength), messageLength, early);
                growing.put(id, message);
            }
            last = message;
        }
        System.arraycopy(from, at, message.bytes, offset, length);
        int early = Math.min(message.early, length);
        message.owed += length - early;
        if (early > 0) {
            message.early -= early;
            giveBack(early);
        }
        return true;
    }

    /// Loop: what came of a message that is growing; nothing of one that was refused.
    void readBack(long id, int offset, byte[] into, int length) {
        Growing message = growing.get(id);
        if (message != null) {
            System.arraycopy(message.bytes, offset, into, 0, length);
        }
    }

    private void giveBack(int bytes) {
        lock.lock();
        try {
            releasedBytes += bytes;
        } finally {
            lock.unlock();
        }
    }

    /// Loop: a message is whole. Its frame, for what the other direction has to know at once.
    Optional<StreamFrame> received(long id) {
        Growing message = forget(id);
        if (message == null) {
            return Optional.empty();
        }
        Whole read = read(message);
        lock.lock();
        try {
            whole.add(read);
            if (whole.size() > MAX_WHOLE) {
                fail(new IOException("the peer sent more than anybody asked for"));
            }
            arrived.signal();
        } finally {
            lock.unlock();
        }
        return read.frame;
    }

    /// Loop: the rest of a message will not come; bytes of it that came are given back.
    void withdrawn(long id) {
        Growing message = forget(id);
        if (message != null) {
            lock.lock();
            try {
                heldBytes -= message.length;
                releasedBytes += message.owed;
                keep(message.bytes);
            } finally {
                lock.unlock();
            }
        }
    }

    /// Loop: bytes of messages that were read since the last call.
    long takeReleased() {
        lock.lock();
        try {
            long released = releasedBytes;
            releasedBytes = 0;
            return released;
        } finally {
            lock.unlock();
        }
    }

    /// Nothing more will come: in order if there is no failure.
    void end(Optional<IOException> cause) {
        lock.lock();
        try {
            if (!ended) {
                ended = true;
                failure = cause;
                if (cause.isPresent()) {
                    whole.clear(); // nobody reads it any more
                }
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Loop: what is still growing will not become whole. The connection may be told of its end for a while yet, and is
    /// not to hold memory meanwhile that others were given.
    void drop() {
        growing.clear();
        last = null;
    }

    @Override
    public Optional<StreamFrame> frame() throws IOException, WireException, ProtocolException {
        Whole next = await();
        if (next == null) {
            return Optional.empty();
        }
        if (next.frame.isEmpty()) {
            throw new ProtocolException(next.fault);
        }
        if (next.bodyAt == next.length) {
            release(next);
        } else {
            current = next;
        }
        return next.frame;
    }

    @Override
    public void body(ByteBuffer into) throws ProtocolException {
        Whole message = current();
        into.duplicate().put(message.bytes, message.bodyAt, into.remaining());
        release(message);
    }

    @Override
    public void skip(int length) throws ProtocolException {
        release(current());
    }

    private Whole current() throws ProtocolException {
        Whole message = current;
        if (message == null) {
            throw new ProtocolException("a block was announced without any bytes");
        }
        current = null;
        return message;
    }

    private @Nullable Whole await() throws IOException {
        lock.lock();
        try {
            while (whole.isEmpty() && !ended) {
                arrived.awaitUninterruptibly();
            }
            if (!whole.isEmpty() && failure.isEmpty()) {
                return whole.remove();
            }
            if (failure.isPresent()) {
                throw failure.get();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void release(Whole message) {
        lock.lock();
        try {
            heldBytes -= message.length;
            releasedBytes += message.owed;
            keep(message.bytes);
        } finally {
            lock.unlock();
        }
        freed.run();
    }

    private void fail(IOException cause) {
        end(Optional.of(cause));
    }

    private @Nullable Growing forget(long id) {
        last = null;
        return growing.remove(id);
    }

    private boolean hold(int bytes) {
        lock.lock();
        try {
            if (heldBytes + bytes > maxHeldBytes) {
                return false;
            }
            heldBytes += bytes;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private byte[] take(int messageBytes) {
        int size = MessageArrays.arrayBytes(messageBytes);
        lock.lock();
        try {
            Optional<byte[]> array = arrays.take(size, maxHeldBytes - heldBytes);
            if (array.isPresent()) {
                return array.get();
            }
        } finally {
            lock.unlock();
        }
        return new byte[size];
    }

    private void keep(byte[] array) {
        arrays.keep(array, maxHeldBytes - heldBytes);
    }

    /// Of messages that are held here, and of arrays that wait to be used again.
    long memoryBytes() {
        lock.lock();
        try {
            return heldBytes + arrays.bytes();
        } finally {
            lock.unlock();
        }
    }

    private static Whole read(Growing message) {
        boolean announces = StreamFrameCodec.announcesBlock(message.bytes[0]);
        int frameBytes = announces
                ? Math.min(message.length, StreamFrameCodec.ANNOUNCEMENT_BYTES)
                : Math.min(message.length, StreamFrameCodec.MAX_FRAME_BYTES);
        try {
            StreamFrame frame = StreamFrameCodec.decode(ByteBuffer.wrap(message.bytes, 0, frameBytes));
            int bodyBytes = switch (frame) {
                case StreamFrame.Put(int _, int length) -> length;
                case StreamFrame.Block(int _, int length) -> length;
                default -> 0;
            };
            if (frameBytes + bodyBytes != message.length) {
                throw new WireException("a message of " + message.length + " bytes holds " + frame);
            }
            return new Whole(Optional.of(frame), "", message.bytes, message.length, frameBytes, message.owed);
        } catch (WireException e) {
            return new Whole(
                    Optional.empty(), NetFailures.text(e), message.bytes, message.length, message.length, message.owed);
        }
    }
}
