package org.fastsend.core.transport;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.seal.DatagramCipher;
import org.fastsend.core.wire.ProtocolException;

/// Lets only authentic, new datagrams of this connection pass, and counts the others. Not thread-safe.
final class Inbox {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final int UNUSED_BITS = 16;

    private final DatagramCipher cipher;
    private final long connection;
    private final Opening opening;
    private final Paths paths;
    private final ReceivingSide receiving;
    private final Dispatch dispatch;
    private long heardNanos;
    private long taken;
    private long malformed;
    private long forged;
    private long replayed;

    Inbox(UdpSecrets secrets, Opening opening, Paths paths, ReceivingSide receiving, Dispatch dispatch, long nowNanos) {
        this.cipher = new DatagramCipher(secrets.receivingKey());
        this.connection = secrets.ownConnectionId();
        this.opening = opening;
        this.paths = paths;
        this.receiving = receiving;
        this.dispatch = dispatch;
        this.heardNanos = nowNanos;
    }

    /// Takes in a datagram. Throws only on account of what the peer itself sent.
    void handle(byte[] bytes, int at, int length, InetSocketAddress from, long nowNanos)
            throws MalformedBytesException, ProtocolException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (!isOurs(in, at, length)) {
            malformed++;
            return;
        }
        long number = DatagramHeader.number(in, at);
        if (receiving.reception().isSeen(number)) {
            replayed++;
            return;
        }
        int body = length - DatagramHeader.BYTES;
        boolean encrypted = DatagramHeader.isEncrypted(in, at);
        if (!cipher.open(number, bytes, at, DatagramHeader.BYTES, body, encrypted)) {
            forged++;
            return;
        }
        taken++;
        if (DatagramHeader.version(in, at) != DatagramHeader.OPENING_VERSION && !opening.isDone()) {
            opening.missed(); // it may come again and again: that does not prove that the peer is there
            return;
        }
        heardNanos = nowNanos;
        paths.received(from, length, number >= receiving.reception().end());
        take(in, bytes, at, length, from, nowNanos);
    }

    private void take(ByteBuffer in, byte[] bytes, int at, int length, InetSocketAddress from, long nowNanos)
            throws MalformedBytesException, ProtocolException {
        long micros = DatagramHeader.micros(in, at);
        long delay = (Math.floorDiv(nowNanos, NANOS_PER_MICRO) - micros) << UNUSED_BITS >> UNUSED_BITS;
        in.limit(at + length - DatagramCipher.TAG_BYTES);
        in.position(at + DatagramHeader.BYTES + DatagramHeader.PROLOGUE_BYTES);
        int version = DatagramHeader.version(in, at);
        long number = DatagramHeader.number(in, at);
        boolean tracked = false;
        try {
            var arrival = new Dispatch.Arrival(bytes, version, from, length, delay * NANOS_PER_MICRO, nowNanos);
            tracked = dispatch.frames(in, arrival);
        } finally {
            receiving.arrived(
                    number,
                    tracked,
                    micros,
                    DatagramHeader.reportHeard(in, at),
                    DatagramHeader.intervalMillis(in, at),
                    nowNanos);
        }
    }

    /// By what is in the clear, and only what the connection's state allows: who may send what follows a hello may
    /// also get it.
    private boolean isOurs(ByteBuffer in, int at, int length) {
        if (!DatagramHeader.isPlausible(in, at, length)
                || DatagramHeader.length(in, at) != length
                || DatagramHeader.connection(in, at) != connection) {
            return false;
        }
        int version = DatagramHeader.version(in, at);
        return version == DatagramHeader.OPENING_VERSION || (version == Opening.VERSION && opening.maySend());
    }

    /// When something authentic came last; the start before anything did.
    long heardNanos() {
        return heardNanos;
    }

    long taken() {
        return taken;
    }

    DroppedDatagrams dropped() {
        return new DroppedDatagrams(malformed, forged, replayed);
    }
}
