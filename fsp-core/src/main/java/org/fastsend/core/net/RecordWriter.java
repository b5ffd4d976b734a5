package org.fastsend.core.net;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.core.net.rate.Pace;
import org.fastsend.core.seal.StreamCipher;
import org.fastsend.core.wire.StreamFrame;
import org.fastsend.core.wire.StreamFrameCodec;

/// Seals frames and blocks into the records of one direction of a data stream and writes them in slices of
/// at most {@value #SLICE_BYTES} bytes: the JDK copies each slice into a direct buffer that it keeps, so
/// slices bound that memory. Single-threaded. What was written is under way only after {@link #flush}.
final class RecordWriter implements FrameWriter {
    static final int SLICE_BYTES = 128 << 10;

    /// Enough for a few frames; grows to a slice when the first block comes.
    private static final int FIRST_BYTES = 4 << 10;

    /// What a record has besides what is in it.
    private static final int FRAMING_BYTES = Integer.BYTES + StreamCipher.TAG_BYTES;

    private final OutputStream out;
    private final StreamCipher cipher;
    private final Pulse pulse;
    private final Pace pace;
    private final AtomicLong writtenBytes = new AtomicLong();
    private ByteBuffer slice = ByteBuffer.allocate(FIRST_BYTES);

    /// @param pulse beats while the peer takes bytes
    /// @param pace how fast they may be written
    RecordWriter(OutputStream out, StreamCipher cipher, Pulse pulse, Pace pace) {
        this.out = out;
        this.cipher = cipher;
        this.pulse = pulse;
        this.pace = pace;
    }

    /// What goes in front of the first record, in the clear.
    void preamble(byte[] bytes) {
        slice.put(bytes);
    }

    @Override
    public void frame(StreamFrame frame) throws IOException {
        record(ByteBuffer.wrap(StreamFrameCodec.encode(frame)));
    }

    @Override
    public void body(ByteBuffer block, Runnable free) throws IOException {
        try {
            body(block);
        } finally {
            free.run();
        }
    }

    private void body(ByteBuffer block) throws IOException {
        ByteBuffer rest = block.duplicate();
        while (rest.hasRemaining()) {
            record(nextOf(rest));
        }
    }

    @Override
    public void body(ByteBuffer block, PutGate gate) throws IOException, InterruptedException {
        ByteBuffer rest = block.duplicate();
        while (rest.hasRemaining()) {
            ByteBuffer next = nextOf(rest);
            gate.passBuffered(next.remaining(), FRAMING_BYTES);
            record(next);
        }
    }

    private static ByteBuffer nextOf(ByteBuffer rest) {
        int end = Math.min(rest.limit(), rest.position() + StreamFrameCodec.BODY_RECORD_BYTES);
        ByteBuffer next = rest.duplicate().limit(end);
        rest.position(end);
        return next;
    }

    @Override
    public boolean hasUnflushed() {
        return slice.position() > 0;
    }

    @Override
    public void flush() throws IOException {
        for (int at = 0; at < slice.position(); ) {
            int bytes = pace.await(slice.position() - at);
            write(at, bytes);
            pace.moved(bytes);
            at += bytes;
        }
        slice.clear();
    }

    private void write(int at, int bytes) throws IOException {
        pulse.begin();
        try {
            out.write(slice.array(), at, bytes);
            writtenBytes.addAndGet(bytes);
        } finally {
            pulse.end();
        }
    }

    /// Bytes that the peer's side of the connection took so far. Thread-safe.
    long writtenBytes() {
        return writtenBytes.get();
    }

    private void record(ByteBuffer plain) throws IOException {
        int sealedBytes = plain.remaining() + StreamCipher.TAG_BYTES;
        makeRoom(FRAMING_BYTES + plain.remaining());
        slice.putInt(sealedBytes);
        cipher.seal(sealedBytes, plain, slice);
    }

    private void makeRoom(int bytes) throws IOException {
        if (slice.remaining() >= bytes) {
            return;
        }
        if (slice.capacity() < SLICE_BYTES) {
            slice = ByteBuffer.allocate(SLICE_BYTES).put(slice.flip());
        }
        if (slice.remaining() < bytes) {
            flush();
        }
    }
}
