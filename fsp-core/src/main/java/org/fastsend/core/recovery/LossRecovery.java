package org.fastsend.core.recovery;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.bytes.VarInt;
import org.fastsend.core.congestion.Report;

/// The sending half of reliability: every transmission has a number of its own, so that each loss is
/// seen once, also that of something sent again. A packet is lost when one that was sent sufficiently
/// later is known to have arrived ([ReorderWindow]); what then happens is the owner's business
/// ([PacketFate]). Not thread-safe.
public final class LossRecovery {
    /// A packet that is lost on account of its size, not of congestion: a probe of the path's largest
    /// datagram.
    public static final int SIZE_PROBE = 1;

    /// So many later packets must have arrived, or the time of two windows passed.
    private static final int PACKET_THRESHOLD = 3;

    private static final long UNTOLD_NANOS = 5_000_000_000L;
    private static final int UNTOLD_RTTS = 8;

    private static final long NANOS_PER_MICRO = 1_000;
    /// A connection in which nothing is heard for so long is over: no packet took longer.
    private static final long LONGEST_RTT_MICROS = 60_000_000;

    private final SentPackets sent = new SentPackets();
    private final RttEstimator rtt = new RttEstimator();
    private final ReorderWindow window = new ReorderWindow(rtt);
    private final PacketFate fate;
    private final SegmentCodec.Arrivals arrivals = new SegmentCodec.Arrivals() {
        @Override
        public void arrived(long from, long to) {
            LossRecovery.this.arrived(from, to);
        }

        @Override
        public void missing(long from, long to) {
            LossRecovery.this.missing(from, to);
        }
    };

    /// Of which the report at hand has told so far.
    private long toldPackets;

    private long inflightBytes;
    private long newest = -1;
    /// Told to be missing and not taken for lost yet.
    private int overtaken;
    private long newestSentNanos;
    private long frontier;
    private long lastReport;
    /// When the receiver wrote it, by its own clock.
    private OptionalLong reportedNanos = OptionalLong.empty();
    private long duplicates;
    private long ceMarks;
    private long lostPackets;
    private long spuriousPackets;
    private Tally tally = new Tally();

    public LossRecovery(PacketFate fate) {
        this.fate = fate;
    }

    /// What one report brought.
    private static final class Tally {
        private long deliveredBytes;
        private int deliveredPackets;
        private long lostBytes;
        private int lostPackets;
        private int spuriousPackets;
    }

    /// The number that the next packet gets.
    public long nextNumber() {
        return sent.next();
    }

    /// Whether the bound on tracked packets is reached: only probes may be sent.
    public boolean isFull() {
        return sent.isFull();
    }

    /// Whether so much more was sent while packets wait to be told of that the receiver must be silent about them.
    public boolean isOverfull() {
        return sent.isOverfull();
    }

    /// A packet leaves that is tracked until its fate is known.
    ///
    /// @param flags the owner's, and [#SIZE_PROBE]
    public void sent(int ipBytes, int flags, int message, int offset, int length, long nowNanos) {
        sent.add(nowNanos, ipBytes, flags, message, offset, length);
        inflightBytes += ipBytes;
    }

    /// A packet leaves that nobody waits for.
    public void sentUntracked(long nowNanos) {
        sent.addUntracked(nowNanos);
    }

    /// Takes in a report, behind the frame's type. Returns what it says to the controller, the parts
    /// that only the owner knows left open; empty if a newer report came before, which says nothing
    /// anew about time.
    public Optional<Digest> handleReport(ByteBuffer in, long nowNanos) throws MalformedBytesException {
        ReportHead head = ReportHead.read(in);
        long end = VarInt.read(in);
        if (end > sent.next() || !in.hasRemaining()) {
            throw new MalformedBytesException("a report is cut short, or of packets that were not sent");
        }
        int segments = in.get() & 0xff;
        toldPackets = 0;
        for (int i = 0; i < segments; i++) {
            SegmentCodec.read(in, end, arrivals);
            if (toldPackets > sent.capacity()) {
                throw new MalformedBytesException("a report tells of more packets than are remembered");
            }
        }
        if (head.number() <= lastReport) {
            return Optional.empty();
        }
        lastReport = head.number();
        return Optional.of(digest(head, nowNanos));
    }

    /// A report as the controller and the owner want it.
    ///
    /// @param handledNanos when it came
    /// @param rttNanos [Report#NONE] if not measured
    public record Digest(ReportHead head, long handledNanos, long rttNanos, int newCeMarks) {}

    /// Whether that tells anything of packets: a report of what another had no room for mostly does not.
    public boolean isNews(Digest digest) {
        return digest.head().arrivals() > 0 || tally.deliveredPackets > 0 || tally.lostPackets > 0;
    }

    /// What changed since the last call, after a report was handled.
    public Report report(Digest digest, long reverseNanos, long creditBytes, boolean appLimited) {
        ReportHead head = digest.head();
        boolean measured = head.arrivals() > 0;
        Tally taken = tally;
        tally = new Tally();
        return new Report(
                taken.deliveredBytes,
                taken.deliveredPackets,
                taken.lostBytes,
                taken.lostPackets,
                taken.spuriousPackets,
                overtaken,
                newestSentNanos,
                newest,
                measured ? head.minForwardMicros() * NANOS_PER_MICRO : Report.NONE,
                measured ? head.meanForwardMicros() * NANOS_PER_MICRO : Report.NONE,
                measured ? head.maxForwardMicros() * NANOS_PER_MICRO : Report.NONE,
                (int) Math.min(Integer.MAX_VALUE, head.arrivals()),
                reverseNanos,
                digest.rttNanos(),
                interval(digest.handledNanos() - reverseNanos),
                inflightBytes,
                head.storageBytesPerSecond(),
                creditBytes,
                digest.newCeMarks(),
                appLimited);
    }

    /// From the report digested before, or 0, to the one written at that time of the receiver's clock.
    private long interval(long writtenNanos) {
        long nanos = reportedNanos.isPresent() ? Math.max(0, writtenNanos - reportedNanos.getAsLong()) : 0;
        reportedNanos = OptionalLong.of(writtenNanos);
        return nanos;
    }

    /// The newest report's number: what the receiver is told to have been heard.
    public long lastReport() {
        return lastReport;
    }

    public RttEstimator rtt() {
        return rtt;
    }

    /// IP bytes sent and neither known to have arrived nor to be lost.
    public long inflightBytes() {
        return inflightBytes;
    }

    public boolean hasInFlight() {
        return sent.oldest() < sent.next();
    }

    public long lostPackets() {
        return lostPackets;
    }

    public long spuriousPackets() {
        return spuriousPackets;
    }

    /// How long after the last packet a tail probe goes out to find what was lost behind the last
    /// arrival.
    public long reorderNanos() {
        return window.nanos();
    }

    private Digest digest(ReportHead head, long nowNanos) {
        long rttNanos = Report.NONE;
        if (head.arrivals() > 0) {
            long echoed = ArrivalDelays.difference(Math.floorDiv(nowNanos, NANOS_PER_MICRO), head.echoMicros());
            long micros = Math.max(1, echoed - head.echoDelayMicros());
            rttNanos = micros > LONGEST_RTT_MICROS ? Report.NONE : micros * NANOS_PER_MICRO;
            rtt.sample(rttNanos);
        }
        if (head.duplicates() != duplicates) {
            duplicates = head.duplicates();
            window.widen(nowNanos);
        }
        window.decay(nowNanos);
        findLost();
        int newCeMarks = Math.clamp(head.ceMarks() - ceMarks, 0, Integer.MAX_VALUE);
        ceMarks = Math.max(ceMarks, head.ceMarks());
        return new Digest(head, nowNanos, rttNanos, newCeMarks);
    }

    /// Counts what a report tells of. Returns the first of them of which something is known.
    private long told(long from, long to) {
        long first = Math.max(from, sent.floor());
        toldPackets += Math.max(0, to - first);
        return first;
    }

    private void arrived(long from, long to) {
        for (long number = told(from, to); number < to; number++) {
            byte state = sent.state(number);
            if (state != SentPackets.SETTLED) {
                delivered(number, state == SentPackets.LOST);
                overtaken -= state == SentPackets.MISSING ? 1 : 0;
            }
        }
        long last = to - 1;
        if (last > newest && last >= sent.floor()) {
            newest = last;
            newestSentNanos = sent.sentNanos(last);
        }
    }

    private void delivered(long number, boolean late) {
        sent.settle(number);
        int bytes = sent.ipBytes(number);
        tally.deliveredBytes += bytes;
        tally.deliveredPackets++;
        if (late) {
            tally.spuriousPackets++;
            spuriousPackets++;
        } else {
            inflightBytes -= bytes;
        }
        fate.delivered(
                number, sent.flags(number), sent.message(number), sent.offset(number), sent.length(number), late);
    }

    private void missing(long from, long to) {
        for (long number = told(from, to); number < to; number++) {
            overtaken += sent.state(number) == SentPackets.IN_FLIGHT ? 1 : 0;
            sent.miss(number);
        }
    }

    /// Packets were sent in the order of their numbers, so whatever is behind the first that may still
    /// arrive may too. A packet of which no report told anything is not lost: the report is.
    private void findLost() {
        long windowNanos = window.nanos();
        long number = Math.max(frontier, sent.oldest());
        long untold = Long.MAX_VALUE;
        for (; number < newest; number++) {
            byte state = sent.state(number);
            if ((state & SentPackets.IN_FLIGHT) == 0) {
                continue;
            }
            long laterNanos = newestSentNanos - sent.sentNanos(number);
            if (laterNanos < windowNanos) {
                break;
            }
            if (state != SentPackets.MISSING && laterNanos < untoldNanos()) {
                untold = Math.min(untold, number);
            } else if (newest - number >= PACKET_THRESHOLD || laterNanos >= 2 * windowNanos) {
                lose(number);
            } else {
                break;
            }
        }
        frontier = Math.min(untold, number);
    }

    /// So much later the receiver has given up telling.
    private long untoldNanos() {
        return Math.max(UNTOLD_NANOS, UNTOLD_RTTS * rtt.smoothedNanos());
    }

    private void lose(long number) {
        overtaken -= sent.state(number) == SentPackets.MISSING ? 1 : 0;
        sent.lose(number);
        int bytes = sent.ipBytes(number);
        int flags = sent.flags(number);
        inflightBytes -= bytes;
        if ((flags & SIZE_PROBE) == 0) {
            tally.lostBytes += bytes;
            tally.lostPackets++;
            lostPackets++;
        }
        fate.lost(number, flags, sent.message(number), sent.offset(number), sent.length(number));
    }
}
