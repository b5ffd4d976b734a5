package org.fastsend.core.transport;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.fastsend.core.seal.DatagramCipher;

/// Writes datagrams into a burst: header and prologue, frames, seal. Not thread-safe.
final class DatagramWriter {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final int FRAMES_AT = DatagramHeader.BYTES + DatagramHeader.PROLOGUE_BYTES;

    private final DatagramCipher cipher;
    private final long connection;
    private long datagrams;
    private long bytes;

    DatagramWriter(UdpSecrets secrets) {
        this.cipher = new DatagramCipher(secrets.sendingKey());
        this.connection = secrets.peerConnectionId();
    }

    /// Bytes for frames in a datagram of so many.
    static int frameBytes(int datagramBytes) {
        return datagramBytes - FRAMES_AT - DatagramCipher.TAG_BYTES;
    }

    /// A buffer for the frames of the burst's next datagram.
    ByteBuffer begin(DatagramBurst burst, int datagramBytes) {
        ByteBuffer out = burst.buffer();
        int at = burst.length();
        out.limit(at + datagramBytes - DatagramCipher.TAG_BYTES);
        out.position(at + FRAMES_AT);
        return out;
    }

    /// Whether frames were written since [#begin].
    static boolean isEmpty(DatagramBurst burst) {
        return burst.buffer().position() == burst.length() + FRAMES_AT;
    }

    /// What the prologue says.
    record Prologue(long reportHeard, int intervalMillis) {}

    /// Seals the datagram, whose frames end at the buffer's position.
    ///
    /// @return its length
    int end(
            DatagramBurst burst,
            int version,
            boolean encrypted,
            long number,
            Prologue prologue,
            InetSocketAddress to,
            long nowNanos) {
        ByteBuffer out = burst.buffer();
        int at = burst.length();
        int end = out.position();
        int length = end - at + DatagramCipher.TAG_BYTES;
        out.limit(at + length);
        DatagramHeader.write(out, at, version, encrypted, length, connection, number);
        DatagramHeader.writePrologue(
                out, at, Math.floorDiv(nowNanos, NANOS_PER_MICRO), prologue.reportHeard(), prologue.intervalMillis());
        cipher.seal(number, burst.bytes(), at, DatagramHeader.BYTES, end - at - DatagramHeader.BYTES, encrypted);
        burst.add(length, to);
        datagrams++;
        bytes += length;
        return length;
    }

    /// Datagrams written, ever.
    long datagrams() {
        return datagrams;
    }

    /// UDP payload written, ever.
    long bytes() {
        return bytes;
    }
}
