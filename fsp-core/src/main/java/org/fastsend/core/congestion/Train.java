package org.fastsend.core.congestion;

import java.util.OptionalDouble;

/// Packets sent one right behind the other, which the bottleneck spreads: what one of them meets of its queue more than
/// an earlier one is the time that those between take to pass it. Hardly anything of others' comes between, however
/// many they are, where a slower bump would hold as much of theirs. The receiver is asked for reports on what is sent
/// just before and just behind. Not thread-safe.
final class Train {
    /// Times the sender's rate.
    static final double FASTER = 32;

    private static final double SECOND = 1e9;
    /// Where a datagram takes less to pass, clocks blur what a train says.
    private static final double LEAST_DATAGRAM_NANOS = 1e6 / 6;
    /// It takes no less to pass.
    private static final double LEAST_SPREAD_NANOS = 1e6;
    /// And is no less than that.
    private static final int DATAGRAMS = 3;
    /// Where the queue is high already.
    private static final int LEAST_DATAGRAMS = 2;
    /// Of the buffer, what it may fill.
    private static final double MOST_OF_BUFFER = 0.8;
    /// With what else leaves then, such as that which asks for the reports.
    private static final int MOST_PACKETS = 12;
    /// Of the sender's rate, behind it.
    private static final double SLOWER = 0.25;
    /// Between the two packets that tell.
    private static final double APART_DATAGRAMS = 1.5;

    private final Pulse pulse;
    private final ReportRequest request = new ReportRequest();
    /// What was sent with each packet and those before it, the first left out.
    private final long[] bytesBehindFirst = new long[MOST_PACKETS];

    /// Whether the last probe was a train although the sender has the link.
    private boolean alternates;

    private int datagramBytes;
    private long wantedBytes;
    private boolean awaited;
    private boolean asked;
    private long firstPacket;
    private int sent;
    /// The first packet of it, counted from 0, that was the newest of a report; -1 before that.
    private int told;
    private double toldNanos;
    private int deliveredSince;

    /// @param pulse which sends it
    Train(Pulse pulse) {
        this.pulse = pulse;
    }

    /// Whether the next probe is to be a train. Only bumps tell a sender that has the link of the buffer's end, and
    /// that the link is not full: where they last long, every other of its probes is a train.
    boolean suits(Bottleneck link) {
        if (link.isAlone()) {
            alternates = !alternates && link.isCoarse();
            return alternates;
        }
        return link.datagramNanos() > LEAST_DATAGRAM_NANOS;
    }

    /// Begins one of as few datagrams as tell, as all of them stand in the queue at once; of even fewer where that is
    /// high already.
    ///
    /// @param bufferNanos height of the bottleneck's buffer; 0 if that is not known
    void begin(Bottleneck link, double bufferNanos, double queueNanos, long nowNanos) {
        double most = Math.max(DATAGRAMS, Math.ceil(LEAST_SPREAD_NANOS / link.datagramNanos()));
        double room = (MOST_OF_BUFFER * bufferNanos - queueNanos) / link.datagramNanos();
        int datagrams = (int) (bufferNanos == 0 ? most : Math.clamp(room, LEAST_DATAGRAMS, most));
        datagramBytes = link.datagramBytes();
        wantedBytes = (long) datagrams * datagramBytes;
        double usualNanos = wantedBytes * SECOND / link.rateBytesPerSecond();
        pulse.begin(FASTER, SLOWER, usualNanos / FASTER, nowNanos);
        awaited = true;
        request.set(true);
        asked = false;
        sent = 0;
        told = -1;
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
        if (!awaited || sent == MOST_PACKETS || (sent > 0 && nowNanos > pulse.endNanos())) {
            return;
        }
        if (sent == 0) {
            firstPacket = packetNumber;
        }
        bytesBehindFirst[sent] = sent == 0 ? 0 : bytesBehindFirst[sent - 1] + bytes;
        if (!asked && bytesBehindFirst[sent] >= wantedBytes) {
            request.set(true);
            asked = true;
        }
        sent++;
    }

    /// A report came. Returns the bytes a second that the bottleneck carries, if it tells them.
    ///
    /// @param newestNanos the queue that the newest packet met
    OptionalDouble handleReport(Report report, double newestNanos, long nowNanos) {
        if (!awaited) {
            return OptionalDouble.empty();
        }
        if (sent == 0) {
            awaited = nowNanos < pulse.pauseEndNanos(); // or nothing could be sent
            return OptionalDouble.empty();
        }
        long packet = report.newestPacketNumber() - firstPacket;
        if (packet >= sent) {
            awaited = nowNanos < pulse.endNanos();
        }
        if (packet < 0 || packet >= sent) {
            return OptionalDouble.empty();
        }
        if (told < 0) {
            told = (int) packet;
            toldNanos = newestNanos;
            deliveredSince = 0;
            return OptionalDouble.empty();
        }
        deliveredSince += report.deliveredPackets();
        return reading((int) packet, newestNanos);
    }

    /// What was lost between the two did not spread them.
    private OptionalDouble reading(int packet, double newestNanos) {
        double bytes = (double) bytesBehindFirst[packet] - bytesBehindFirst[told];
        double spreadNanos = newestNanos - toldNanos;
        if (bytes < APART_DATAGRAMS * datagramBytes || spreadNanos <= 0 || deliveredSince < packet - told) {
            return OptionalDouble.empty();
        }
        awaited = false;
        return OptionalDouble.of(bytes * SECOND / spreadNanos);
    }
}
