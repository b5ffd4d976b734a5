package org.fastsend.core.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.wire.StreamFrame;
import org.fastsend.core.wire.StreamFrameCodec;
import org.jspecify.annotations.Nullable;

/// What was said on a UDP stream and is not yet whole at the peer. Blocks are not copied: their bytes are read
/// when they are sent, and again when they are sent again. One thread writes, the loop sends.
final class UdpOutbox implements FrameWriter {
    /// Blocks that wait for room on the connection: one is being offered, one is ready.
    private static final int MAX_WAITING_BLOCKS = 2;

    /// Waits to be sent at any rate: a block or two.
    private static final long LEAST_UNSENT_BYTES = 2L << 20;

    private final Runnable wake;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Guarded by the lock.
    private final ArrayDeque<Outgoing> frames = new ArrayDeque<>();
    private final ArrayDeque<Outgoing> blocks = new ArrayDeque<>();
    private int undelivered;
    private boolean ended;
    private String why = "";

    // The loop's.
    private final Map<Long, Outgoing> offered = new HashMap<>();
    private @Nullable Outgoing last;

    /// The writer's: a frame whose block follows.
    private byte @Nullable [] announced;

    /// One message: a frame, and the block that it announces.
    private static final class Outgoing {
        private final byte[] frame;
        private final ByteBuffer block;
        private final Runnable free;
        private final AtomicBoolean freed = new AtomicBoolean();
        private long id;

        Outgoing(byte[] frame, ByteBuffer block, Runnable free) {
            this.frame = frame;
            this.block = block;
            this.free = free;
        }

        int length() {
            return frame.length + block.remaining();
        }

        void free() {
            if (freed.compareAndSet(false, true)) {
                free.run();
            }
        }

        void copy(int offset, byte[] into, int at, int length) {
            int fromFrame = Math.max(0, Math.min(length, frame.length - offset));
            if (fromFrame > 0) {
                System.arraycopy(frame, offset, into, at, fromFrame);
            }
            if (length > fromFrame) {
                int from = block.position() + offset + fromFrame - frame.length;
                block.get(from, into, at + fromFrame, length - fromFrame);
            }
        }
    }

    /// @param wake called when there is something to offer
    UdpOutbox(Runnable wake) {
        this.wake = wake;
    }

    @Override
    public void frame(StreamFrame frame) throws IOException {
        byte[] bytes = StreamFrameCodec.encode(frame);
        if (StreamFrameCodec.announcesBlock(bytes[0])) {
            announced = bytes;
            return;
        }
        lock.lock();
        try {
            while (frames.size() >= TcpLimits.MAX_UNSENT_FRAMES && !ended) {
                changed.awaitUninterruptibly();
            }
            checkOpen();
            frames.add(new Outgoing(bytes, ByteBuffer.allocate(0), () -> {}));
            undelivered++;
        } finally {
            lock.unlock();
        }
        wake.run();
    }

    @Override
    public void body(ByteBuffer block, Runnable free) throws IOException {
        byte[] frame = announced;
        announced = null;
        if (frame == null) {
            throw new IllegalStateException("no frame announced the block");
        }
        Outgoing message = new Outgoing(frame, block.duplicate(), free);
        lock.lock();
        try {
            while (blocks.size() >= MAX_WAITING_BLOCKS && !ended) {
                changed.awaitUninterruptibly();
            }
            if (!ended) {
                blocks.add(message);
                undelivered++;
            }
        } finally {
            lock.unlock();
        }
        if (isEnded()) {
            message.free();
            throw new IOException(why);
        }
        wake.run();
    }

    @Override
    public void body(ByteBuffer block, PutGate gate) throws IOException, InterruptedException {
        gate.pass(block.remaining());
        body(block, () -> {});
    }

    @Override
    public boolean hasUnflushed() {
        return false;
    }

    @Override
    public void flush() {
        // the loop sends without being asked to
    }

    /// Waits until the peer has everything that was written.
    void awaitDelivered() throws IOException {
        lock.lock();
        try {
            while (undelivered > 0 && !ended) {
                changed.awaitUninterruptibly();
            }
            if (undelivered > 0) {
                throw new IOException(why);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Loop: offers what there is room for, small things first.
    void turn(UdpConnection connection, long nowNanos) {
        while (true) {
            Outgoing next;
            lock.lock();
            try {
                ArrayDeque<Outgoing> from = frames.isEmpty() ? blocks : frames;
                next = from.peek();
                if (next == null || !hasRoom(connection, next)) {
                    return;
                }
                from.remove();
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            next.id = connection.offer(next.length(), !next.block.hasRemaining(), nowNanos);
            offered.put(next.id, next);
        }
    }

    /// What is offered here no other stream can take, so no more of it waits than what half a second sends. On a lossy
    /// path it takes many round trips until the last byte of a message has come: of what is on its way there is no
    /// such bound, or the path would run dry.
    private static boolean hasRoom(UdpConnection connection, Outgoing message) {
        long enough = Math.max(LEAST_UNSENT_BYTES, connection.controller().rateBytesPerSecond() / 2);
        long unsent = connection.unsentBytes();
        return connection.offerRoomBytes() >= message.length() && (unsent == 0 || unsent + message.length() <= enough);
    }

    /// Loop: bytes of an offered message.
    void read(long id, int offset, byte[] into, int at, int length) {
        Outgoing message = last;
        if (message == null || message.id != id) {
            message = offered.get(id);
            if (message == null) {
                throw new IllegalStateException("message " + id + " is not on its way");
            }
            last = message;
        }
        message.copy(offset, into, at, length);
    }

    /// Loop: the peer has the message. Its bytes.
    int delivered(long id) {
        Outgoing message = offered.remove(id);
        settle(message);
        return message == null ? 0 : message.length();
    }

    /// Loop: the peer's answer to a put came, so that it has the block, whether or not it said so yet; its bytes
    /// may be used for something else now.
    void answered(int block, UdpConnection connection, long nowNanos) {
        Optional<Outgoing> put = offered.values().stream()
                .filter(message -> message.block.hasRemaining() && isOf(message, block))
                .findFirst();
        if (put.isPresent()) {
            connection.cancel(put.get().id, nowNanos);
            settle(offered.remove(put.get().id));
        }
    }

    private static boolean isOf(Outgoing message, int block) {
        return message.frame[0] == StreamFrameCodec.putType()
                && ByteBuffer.wrap(message.frame).getInt(1) == block;
    }

    /// Loop, as the last call of it: whatever is left will not be sent.
    void end(String reason) {
        List<Outgoing> left = new ArrayList<>(offered.values());
        offered.clear();
        last = null;
        lock.lock();
        try {
            ended = true;
            why = reason;
            left.addAll(frames);
            left.addAll(blocks);
            frames.clear();
            blocks.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        left.forEach(Outgoing::free);
    }

    private void settle(@Nullable Outgoing message) {
        last = null;
        if (message == null) {
            return;
        }
        message.free();
        lock.lock();
        try {
            undelivered--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean isEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    private void checkOpen() throws IOException {
        if (ended) {
            throw new IOException(why);
        }
    }
}
