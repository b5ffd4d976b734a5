package org.fastsend.core.congestion;

/// Packets sent one right behind the other, which the bottleneck spreads: the last arrives later than
/// the first by the time that those between take to pass it. Hardly anything of others' comes between,
/// however many they are, where a slower bump would hold as much of theirs; least between neighbours,
/// which tell of the [narrowest link][NarrowLink]. The receiver is asked for reports on what is sent
/// just before, between, and just behind; [Spread] reads them. Not thread-safe.
final class Train {
    /// Times what the link carries, so that nothing of others' comes between before it.
    static final double FASTER = 32;

    private static final double SECOND = 1e9;
    /// Where a datagram takes less to pass, clocks blur what a whole train says: neighbours are as far
    /// apart as tells.
    private static final double LEAST_DATAGRAM_NANOS = 1e6 / 6;

    private static final double LEAST_GAP_NANOS = 0.3e6;
    private static final int MOST_GAP_DATAGRAMS = 16;
    private static final int MOST_GAPS = 6;
    /// A whole train takes no less to pass.
    private static final double LEAST_SPREAD_NANOS = 1e6;
    /// And is no less than that.
    private static final int DATAGRAMS = 3;
    /// Where the queue is high already.
    private static final int LEAST_GAPS = 2;
    /// Of the buffer, what it may fill.
    private static final double MOST_OF_BUFFER = 0.8;
    /// And how much higher it may make the queue on a fast link, where bumps tell as well.
    private static final double RISE_OF_BUFFER = 0.2;
    /// Of the sender's rate, behind it.
    private static final double SLOWER = 0.25;
    /// The host may be late by so much.
    private static final double LATE_NANOS = 3e6;

    private final Pulse pulse;
    private final Spread spread = new Spread();
    private final ReportRequest request = new ReportRequest();

    /// Whether the last probe was a train although the next is not to be one.
    private boolean alternates;

    private long gapBytes;
    private long wantedBytes;
    private double rateBytesPerSecond;
    private boolean awaited;
    private long sentBytes;
    private long askedBytes;
    /// Whether all is sent but what asks for the last report.
    private boolean full;

    private boolean closed;
    private boolean whole;

    /// @param pulse which sends it
    Train(Pulse pulse) {
        this.pulse = pulse;
    }

    /// Whether the next probe is to be a train. Only bumps tell a sender that has the link of the
    /// buffer's end, and that the link is not full: where they last long, every other of its probes is
    /// a train. So is every other of who shares a fast link.
    boolean suits(Bottleneck link, double bufferNanos, double queueNanos) {
        if (isSlow(link) && !link.isAlone()) {
            return true;
        }
        boolean useful = link.isAlone() ? link.isCoarse() : gaps(link, bufferNanos, queueNanos) == MOST_GAPS;
        alternates = !alternates && useful;
        return alternates;
    }

    private static boolean isSlow(Bottleneck link) {
        return link.datagramNanos() > LEAST_DATAGRAM_NANOS;
    }

    private static int gapDatagrams(Bottleneck link) {
        return isSlow(link) ? 1 : (int) Math.min(Math.ceil(LEAST_GAP_NANOS / link.datagramNanos()), MOST_GAP_DATAGRAMS);
    }

    /// As few as tell, as all of them stand in the queue at once; even fewer where that is high
    /// already.
    ///
    /// @param bufferNanos height of the bottleneck's buffer; 0 if that is not known
    private static int gaps(Bottleneck link, double bufferNanos, double queueNanos) {
        boolean slow = isSlow(link);
        double most = slow ? Math.max(DATAGRAMS, Math.ceil(LEAST_SPREAD_NANOS / link.datagramNanos())) : MOST_GAPS;
        if (bufferNanos == 0) {
            return (int) most;
        }
        double free = MOST_OF_BUFFER * bufferNanos - queueNanos;
        double room = (slow ? free : Math.min(free, RISE_OF_BUFFER * bufferNanos)) / link.datagramNanos();
        return (int) Math.clamp(room / gapDatagrams(link), slow ? LEAST_GAPS : 0, most);
    }

    /// Begins one.
    ///
    /// @param bufferNanos height of the bottleneck's buffer; 0 if that is not known
    void begin(Bottleneck link, double bufferNanos, double queueNanos, long nowNanos) {
        gapBytes = (long) gapDatagrams(link) * link.datagramBytes();
        wantedBytes = gaps(link, bufferNanos, queueNanos) * gapBytes;
        whole = isSlow(link);
        rateBytesPerSecond = link.rateBytesPerSecond();
        double times = FASTER / link.part();
        pulse.beginOpen(times, SLOWER, usualNanos(wantedBytes) / times + LATE_NANOS, nowNanos);
        spread.begin(gapBytes, wantedBytes);
        awaited = true;
        request.set(true);
        sentBytes = 0;
        askedBytes = 0;
        full = false;
        closed = false;
    }

    /// What that takes at the usual rate.
    private double usualNanos(long bytes) {
        return bytes * SECOND / rateBytesPerSecond;
    }

    /// Whether it is sent, or on its way.
    boolean isAwaited() {
        return awaited;
    }

    /// Whether the receiver should report at once on what is sent next; asks once.
    boolean asksForReport() {
        return request.take();
    }

    /// A packet was sent.
    void handleSent(long packetNumber, int bytes, long nowNanos) {
        if (!awaited || closed || (!spread.isEmpty() && !full && nowNanos > pulse.endNanos())) {
            return;
        }
        closed = full; // what asks for the report behind it goes first
        sentBytes += spread.isEmpty() ? 0 : bytes;
        spread.handleSent(packetNumber, bytes);
        if (!closed && sentBytes - askedBytes >= gapBytes) {
            request.set(true);
            askedBytes = sentBytes;
        }
        if (!closed && sentBytes >= wantedBytes) {
            full = true;
            pulse.end(usualNanos(sentBytes), nowNanos);
        } else {
            pulse.handleSent(usualNanos(sentBytes));
        }
    }

    /// A report came.
    Spread.Reading handleReport(Report report, long nowNanos) {
        if (!awaited) {
            return Spread.Reading.NONE;
        }
        if (spread.isEmpty()) {
            awaited = nowNanos < pulse.pauseEndNanos(); // or nothing could be sent
            return Spread.Reading.NONE;
        }
        Spread.Reading reading = spread.handleReport(report);
        awaited = !spread.isOver() || nowNanos < pulse.endNanos();
        return whole ? reading : reading.ofNeighbours();
    }
}
