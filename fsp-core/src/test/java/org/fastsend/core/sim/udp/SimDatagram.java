package org.fastsend.core.sim.udp;

import java.net.InetSocketAddress;
import java.util.Arrays;

/// A datagram on its way. A long one whose middle is all zeros keeps only its two ends, so that
/// gigabytes in flight fit into memory; it comes out whole.
final class SimDatagram {
    private static final int HEAD = 64;
    private static final int TAIL = 16;
    private static final byte[] ZEROS = new byte[1 << 16];

    private byte[] kept = {};
    private int length;
    private boolean hollow;
    int ipBytes;
    long arrivalNanos;
    SimRoute route;
    int hop;
    InetSocketAddress from;
    InetSocketAddress to;

    int length() {
        return length;
    }

    void set(byte[] bytes, int at, int count) {
        length = count;
        int middle = count - TAIL;
        hollow = middle > HEAD && Arrays.equals(bytes, at + HEAD, at + middle, ZEROS, 0, middle - HEAD);
        int keep = hollow ? HEAD + TAIL : count;
        if (kept.length < keep) {
            kept = new byte[keep];
        }
        System.arraycopy(bytes, at, kept, 0, hollow ? HEAD : count);
        if (hollow) {
            System.arraycopy(bytes, at + middle, kept, HEAD, TAIL);
        }
    }

    void get(byte[] into) {
        if (!hollow) {
            System.arraycopy(kept, 0, into, 0, length);
            return;
        }
        System.arraycopy(kept, 0, into, 0, HEAD);
        Arrays.fill(into, HEAD, length - TAIL, (byte) 0);
        System.arraycopy(kept, HEAD, into, length - TAIL, TAIL);
    }

    void copyFrom(SimDatagram other) {
        kept = other.kept.clone();
        length = other.length;
        hollow = other.hollow;
        ipBytes = other.ipBytes;
        route = other.route;
        hop = other.hop;
        from = other.from;
        to = other.to;
    }

    /// Whether it holds a long array of its own.
    boolean isLong() {
        return kept.length > HEAD + TAIL + 256;
    }
}
