package org.fastsend.core.recovery;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.bytes.VarInt;

/// The receiving half of reliability: which packets came, and the reports that tell the sender. Reports
/// go by the clock, at the interval that the sender asks for, while there is something to tell; what
/// they tell is repeated until the sender says that it heard it. Not thread-safe.
public final class Reception {
    /// Stretches not yet known to be heard; beyond it the oldest is given up, and its packets count as
    /// lost.
    private static final int MAX_SEGMENTS = 512;
    /// Stretches in one report.
    private static final int MAX_REPORTED = 255;
    /// What one datagram has no room for goes into more reports at once: on a fast path that loses much, all that
    /// arrived in one interval takes a third of a datagram.
    private static final int MAX_IN_A_ROW = 4;

    /// A report with nothing new is repeated after so many intervals, then twice as many, and so on.
    private static final int FIRST_REPEAT = 4;
    private static final int MAX_REPEAT_SHIFT = 6;

    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final ReceivedPackets packets = new ReceivedPackets();
    private final ArrivalDelays delays = new ArrivalDelays();
    private final List<PendingSegment> segments = new ArrayList<>();
    private long intervalNanos = 5_000_000;
    private long told;
    private long reportNumber;
    private long reportNanos = Long.MIN_VALUE / 2;
    private boolean news;
    private boolean urgent;
    /// The first report of the row.
    private long rowStart;
    /// Whether the row tells all that is not known to be heard.
    private boolean all;
    /// Whether the last report had no room for some of it.
    private boolean unfinished;
    private int repeats;
    private long announcedLimit;
    private boolean limitHeard = true;
    private long limitReport;

    /// Whether that number came already or is too old to tell.
    public boolean isSeen(long number) {
        return packets.isSeen(number);
    }

    /// One more than the newest number that came.
    public long end() {
        return packets.end();
    }

    /// A packet came that was not seen before.
    ///
    /// @param tracked whether the sender waits to hear of it
    /// @param sentMicros its timestamp
    public void arrived(long number, boolean tracked, long sentMicros, long nowNanos) {
        boolean newest = number >= packets.end();
        packets.add(number);
        delays.add(sentMicros, Math.floorDiv(nowNanos, NANOS_PER_MICRO), newest);
        if (number < told) {
            changed(number);
        }
        news |= tracked;
    }

    /// How often the sender wants to hear.
    public void askInterval(long nanos) {
        intervalNanos = nanos;
    }

    /// The sender wants to hear at once.
    public void hurry() {
        urgent = true;
    }

    /// When the next report is due; Long.MAX_VALUE if there is nothing to tell.
    public long deadlineNanos() {
        if (urgent || unfinished) {
            return Long.MIN_VALUE;
        }
        if (news) {
            return reportNanos + intervalNanos;
        }
        if (segments.isEmpty() && limitHeard) {
            return NEVER;
        }
        return reportNanos + ((intervalNanos * FIRST_REPEAT) << Math.min(repeats, MAX_REPEAT_SHIFT));
    }

    /// The receiver's window moved: to be told although no packet came.
    public void limitMoved(long limitBytes) {
        if (limitBytes != announcedLimit) {
            news = true;
        }
    }

    /// Writes a report, behind the frame's type; the out buffer bounds it.
    public void writeReport(ByteBuffer out, Told extra, long nowNanos) {
        reportNumber++;
        long nowMicros = Math.floorDiv(nowNanos, NANOS_PER_MICRO);
        delays.head(reportNumber, nowMicros, extra).write(out);
        if (extra.limitBytes() != announcedLimit) {
            announcedLimit = extra.limitBytes();
            limitHeard = false;
            limitReport = reportNumber;
        }
        cover();
        if (!unfinished) {
            rowStart = reportNumber;
            all = urgent || !news;
            repeats = all && !urgent ? repeats + 1 : 0;
            news = false;
            urgent = false;
        }
        writeSegments(out);
        reportNanos = nowNanos;
        delays.restart();
    }

    /// What the report tells beside arrivals.
    public record Told(long duplicates, long limitBytes, long storageBytesPerSecond, long ceMarks) {}

    /// The sender heard that report.
    public void heard(long report) {
        segments.removeIf(segment -> segment.wasIn(report));
        limitHeard |= report >= limitReport;
    }

    /// Makes segments of what came since the last report.
    private void cover() {
        long end = packets.end();
        told = Math.max(told, packets.floor());
        while (told < end) {
            long to = Math.min(end, told + SegmentCodec.MAX_PACKETS);
            segments.add(new PendingSegment(told, to));
            told = to;
        }
        long floor = packets.floor();
        segments.removeIf(segment -> segment.start < floor);
        bound();
    }

    private void bound() {
        while (segments.size() > MAX_SEGMENTS) {
            segments.removeFirst();
        }
    }

    /// What is new comes first, and what is told once; then what waits longest to be heard of. So nothing is crowded
    /// out by what comes later.
    private void writeSegments(ByteBuffer out) {
        VarInt.write(packets.end(), out);
        int countAt = out.position();
        out.put((byte) 0);
        List<PendingSegment> toTell = new ArrayList<>();
        for (PendingSegment segment : segments.reversed()) {
            if (segment.isFresh() && segment.belongsInto(rowStart, all)) {
                toTell.add(segment);
            }
        }
        for (PendingSegment segment : segments) {
            if (!segment.isFresh() && segment.belongsInto(rowStart, all)) {
                toTell.add(segment);
            }
        }
        int count = 0;
        for (PendingSegment segment : toTell) {
            if (count < MAX_REPORTED && out.remaining() >= SegmentCodec.bound(packets, segment.start, segment.end)) {
                SegmentCodec.write(packets, segment.start, segment.end, packets.end(), out);
                segment.putInto(reportNumber);
                count++;
            }
        }
        unfinished = count < toTell.size() && reportNumber - rowStart + 1 < MAX_IN_A_ROW;
        out.put(countAt, (byte) count);
    }

    /// A packet came behind a report that told it missing.
    private void changed(long number) {
        for (PendingSegment segment : segments.reversed()) {
            if (segment.holds(number)) {
                segment.change();
                return;
            }
        }
        for (PendingSegment segment : segments.reversed()) {
            if (segment.isNew() && segment.end == number && number - segment.start < SegmentCodec.MAX_PACKETS) {
                segment.end++;
                return;
            }
        }
        segments.add(new PendingSegment(number, number + 1));
        bound();
    }
}
