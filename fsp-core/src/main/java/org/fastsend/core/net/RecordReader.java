package org.fastsend.core.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.core.net.rate.Pace;
import org.fastsend.core.seal.SealException;
import org.fastsend.core.seal.StreamCipher;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.StreamFrame;
import org.fastsend.core.wire.StreamFrameCodec;
import org.fastsend.core.wire.WireException;

/// Reads and opens the records of one direction of a data stream. Nothing of a record is believed before
/// its tag has been verified, and a record that is longer than what may come now ends the stream before its
/// bytes are waited for. Single-threaded.
final class RecordReader implements FrameReader {
    /// Two full records.
    private static final int MAX_BUFFERED_BYTES = 128 << 10;

    private static final int FIRST_BYTES = 4 << 10;

    private final InputStream in;
    private final StreamCipher cipher;
    private final Pulse pulse;
    private final Pace pace;
    private final ByteBuffer frame = ByteBuffer.allocate(StreamFrameCodec.MAX_FRAME_BYTES);
    private byte[] buffered = new byte[FIRST_BYTES];
    private int start;
    private int end;
    private final AtomicLong readBytes = new AtomicLong();

    /// @param pulse works while a record is awaited that must come, beats whenever bytes came
    /// @param pace how fast they may be taken from the connection
    RecordReader(InputStream in, StreamCipher cipher, Pulse pulse, Pace pace) {
        this.in = in;
        this.cipher = cipher;
        this.pulse = pulse;
        this.pace = pace;
    }

    @Override
    public Optional<StreamFrame> frame() throws IOException, WireException, ProtocolException {
        if (start == end && !fill()) {
            return Optional.empty();
        }
        record(frame.clear());
        return Optional.of(StreamFrameCodec.decode(frame.flip()));
    }

    @Override
    public void body(ByteBuffer into) throws IOException, ProtocolException {
        ByteBuffer rest = into.duplicate();
        while (rest.hasRemaining()) {
            int bytes = Math.min(rest.remaining(), StreamFrameCodec.BODY_RECORD_BYTES);
            bodyRecord(rest.duplicate().limit(rest.position() + bytes));
            rest.position(rest.position() + bytes);
        }
    }

    @Override
    public void skip(int length) throws IOException, ProtocolException {
        ByteBuffer dropped = ByteBuffer.allocate(Math.min(length, StreamFrameCodec.BODY_RECORD_BYTES));
        for (int left = length; left > 0; left -= dropped.limit()) {
            body(dropped.clear().limit(Math.min(left, dropped.capacity())));
        }
    }

    /// Bytes that have come so far. Thread-safe.
    long readBytes() {
        return readBytes.get();
    }

    private void bodyRecord(ByteBuffer into) throws IOException, ProtocolException {
        record(into);
        if (into.hasRemaining()) {
            throw new ProtocolException("a record of a block is too short");
        }
    }

    /// Opens the next record into {@code into}, which must hold it. It has begun to come, or must come now.
    private void record(ByteBuffer into) throws IOException, ProtocolException {
        pulse.begin();
        try {
            openRecord(into);
        } finally {
            pulse.end();
        }
    }

    private void openRecord(ByteBuffer into) throws IOException, ProtocolException {
        await(Integer.BYTES);
        int sealedBytes = ByteBuffer.wrap(buffered).getInt(start);
        if (sealedBytes <= StreamCipher.TAG_BYTES || sealedBytes - StreamCipher.TAG_BYTES > into.remaining()) {
            throw new ProtocolException("a record of " + sealedBytes + " bytes came where at most "
                    + (into.remaining() + StreamCipher.TAG_BYTES) + " may come");
        }
        await(Integer.BYTES + sealedBytes);
        try {
            cipher.open(sealedBytes, ByteBuffer.wrap(buffered, start + Integer.BYTES, sealedBytes), into);
        } catch (SealException e) {
            throw new ProtocolException("a record fails its authentication: it was altered or replayed on the way");
        }
        start += Integer.BYTES + sealedBytes;
    }

    /// Waits until {@code bytes} bytes are buffered.
    private void await(int bytes) throws IOException {
        if (start + bytes > buffered.length) {
            byte[] roomy = bytes <= buffered.length ? buffered : new byte[MAX_BUFFERED_BYTES];
            System.arraycopy(buffered, start, roomy, 0, end - start);
            buffered = roomy;
            end -= start;
            start = 0;
        }
        while (end - start < bytes) {
            if (!fill()) {
                throw new EOFException("the connection ended in the middle of a record");
            }
        }
    }

    private boolean fill() throws IOException {
        if (start == end) {
            start = 0;
            end = 0;
        }
        int count = in.read(buffered, end, pace.await(buffered.length - end));
        if (count < 0) {
            return false;
        }
        pace.moved(count);
        end += count;
        readBytes.addAndGet(count);
        pulse.move();
        return true;
    }
}
