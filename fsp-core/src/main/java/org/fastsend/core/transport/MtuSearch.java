package org.fastsend.core.transport;

/// The largest datagram that the path carries, found by probes that hold nothing else (RFC 8899), and
/// watched: when only small datagrams arrive any more, it is searched again from below. Not
/// thread-safe.
final class MtuSearch {
    /// Usual sizes: tunnels, Ethernet, jumbo frames, and parts of what loopback carries.
    private static final int[] RUNGS = {1_280, 1_400, 1_452, 1_472, 2_048, 4_064, 8_152, 8_932, 8_952, 16_356, 32_740};

    private static final int JUMBO = 8_952;

    /// Tried first.
    private static final int USUAL = UdpSettings.USUAL_DATAGRAM_BYTES;

    private static final int TRIES = 3;
    private static final long RAISE_NANOS = 600_000_000_000L;
    private static final long NEVER = Long.MAX_VALUE;
    /// So many large datagrams lost behind the last large one that arrived, while small ones arrive.
    private static final int BLACK_HOLE = 12;

    private int limit;
    private int known = UdpSettings.MIN_DATAGRAM_BYTES;
    private int ceiling;
    private int probed;
    private boolean waiting;
    private int tries;
    private long newestLarge = -1;
    private int lostBehind;
    private long raiseNanos = NEVER;

    /// @param limit never more than this
    MtuSearch(int limit) {
        this.limit = limit;
        this.ceiling = limit;
        this.probed = next();
    }

    /// The peer takes no larger datagrams.
    void limit(int bytes) {
        limit = Math.clamp(bytes, UdpSettings.MIN_DATAGRAM_BYTES, limit);
        ceiling = Math.min(ceiling, limit);
        known = Math.min(known, limit);
        probed = next();
    }

    /// The largest usual size, jumbo frames' at least, that is not beyond so many bytes.
    static int rung(long bytes) {
        if (bytes >= UdpSettings.MAX_DATAGRAM_BYTES) {
            return UdpSettings.MAX_DATAGRAM_BYTES;
        }
        int fitting = JUMBO;
        for (int rung : RUNGS) {
            fitting = rung <= bytes ? Math.max(fitting, rung) : fitting;
        }
        return fitting;
    }

    /// UDP payload that may be sent.
    int datagramBytes() {
        return known;
    }

    /// Size of the probe to send now; 0 if there is none to send.
    int probe(long nowNanos) {
        if (nowNanos >= raiseNanos) {
            restart(known);
        }
        return waiting ? 0 : probed;
    }

    void sentProbe() {
        waiting = true;
        tries++;
    }

    /// When [#probe] may have something although nothing happened.
    long deadlineNanos() {
        return raiseNanos;
    }

    void delivered(long number, int bytes, long nowNanos) {
        if (bytes > UdpSettings.MIN_DATAGRAM_BYTES && number > newestLarge) {
            newestLarge = number;
            lostBehind = 0;
        }
        if (bytes > known && bytes <= limit) {
            known = bytes;
            proceed(nowNanos);
        }
    }

    void lostProbe(int bytes, long nowNanos) {
        if (!waiting || bytes != probed) {
            return;
        }
        waiting = false;
        if (tries >= TRIES) {
            ceiling = Math.max(known, bytes - 1);
            proceed(nowNanos);
        }
    }

    /// A datagram with content was lost.
    ///
    /// @return whether the path seems to swallow datagrams of this size: then a smaller one is used
    ///     from now on
    boolean lost(long number, int bytes) {
        if (bytes <= UdpSettings.MIN_DATAGRAM_BYTES || bytes > known || number < newestLarge) {
            return false;
        }
        lostBehind++;
        if (lostBehind < BLACK_HOLE) {
            return false;
        }
        restart(UdpSettings.MIN_DATAGRAM_BYTES);
        return true;
    }

    /// This host does not send datagrams of this size there.
    void tooLarge(int bytes, long nowNanos) {
        ceiling = Math.min(ceiling, Math.max(UdpSettings.MIN_DATAGRAM_BYTES, bytes - 1));
        if (bytes <= known) {
            known = UdpSettings.MIN_DATAGRAM_BYTES;
        }
        proceed(nowNanos);
    }

    /// The path is another one.
    void restart() {
        restart(UdpSettings.MIN_DATAGRAM_BYTES);
    }

    private void restart(int from) {
        known = Math.min(from, limit);
        ceiling = limit;
        lostBehind = 0;
        raiseNanos = NEVER;
        waiting = false;
        tries = 0;
        probed = next();
    }

    private void proceed(long nowNanos) {
        waiting = false;
        tries = 0;
        probed = next();
        raiseNanos = probed == 0 ? nowNanos + RAISE_NANOS : NEVER;
    }

    /// The usual size first, then the largest, then half-way between what is known to pass and what is
    /// known not to.
    private int next() {
        if (known >= ceiling) {
            return 0;
        }
        if (known < USUAL && ceiling >= USUAL && ceiling == limit) {
            return USUAL;
        }
        if (ceiling == limit) {
            return limit;
        }
        int below = 0;
        for (int rung : RUNGS) {
            below += rung > known && rung <= ceiling ? 1 : 0;
        }
        int wanted = below / 2;
        for (int rung : RUNGS) {
            if (rung > known && rung <= ceiling && wanted-- == 0) {
                return rung;
            }
        }
        return 0;
    }
}
