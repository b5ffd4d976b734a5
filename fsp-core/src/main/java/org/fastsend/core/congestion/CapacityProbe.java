package org.fastsend.core.congestion;

import java.util.OptionalDouble;

/// Measures the bottleneck's capacity while the link is full: about once a second the sender goes
/// faster for a few milliseconds and slower for as long again. The extra bytes stand in the
/// bottleneck's queue, whoever else sends there, so the bump in delay that they make says how fast it
/// drains: bytes / bump. Others make bumps and dips too: both count, or the median would be theirs, but
/// not while the queue does not come back to where it was. Knowing the capacity, a sender knows what
/// share of the link it has.
///
/// A short buffer has room for low bumps only, between which the queue moves by as much. So the
/// receiver is asked for reports on what packets meet just before the bump, behind it, and behind the
/// slower part. And where the buffer has cut the bump's top off, the fall in the slower part tells its
/// height: what was lost at the top is missing afterwards.
///
/// On slow links bumps last long: others move the queue by as much meanwhile, and make bumps of their
/// own. Who shares such a link sends a [train][Train] instead; on a fast one every other time. Not
/// thread-safe.
final class CapacityProbe {
    private static final double SECOND = 1e9;
    private static final long MS = 1_000_000;
    private static final long BOOST_NANOS = 8 * MS;
    private static final int BOOST_DATAGRAMS = 8;
    /// The bump aimed at.
    private static final double BUMP_NANOS = 2.0 * MS;
    /// Beside rivals it has to show above what they do to their queue.
    private static final double BUMP_OF_QUEUE = 0.05;
    private static final double BUMP_OF_BUFFER = 0.2;
    private static final double MIN_BOOST = 1.25;
    private static final double MAX_BOOST = 4;
    /// Of the rate, what is sent at least behind a bump.
    private static final double LEAST_PAUSE = 0.25;
    private static final double LEAST_BUMP_NANOS = 0.25 * MS;
    /// So many times that the bump has to be that is aimed at, or one that fails to appear looks like a full link.
    private static final double TELLING_BUMPS = 1.5;
    /// So near to the height of the last overflow the buffer may have cut the bump.
    private static final double CUT = 0.9;
    /// Where the queue stands higher than that part of the buffer already, a bump has no room: one that rises by less
    /// than these parts of its fall, and of what was expected, was cut.
    private static final double HIGH = 0.75;
    private static final double LEAST_OF_FALL = 0.3;
    private static final double LEAST_OF_EXPECTED = 0.5;
    /// After that the next bump is smaller, and larger again otherwise: what is cut off is lost.
    private static final double SMALLER = 0.75;

    private static final double LARGER = 1.1;
    private static final double LEAST_SIZE = 0.25;
    /// A queue that is off by more than that many bumps afterwards moved for other reasons.
    private static final double RESTLESS = 1.5;

    /// After a search the queue has to come to stand first.
    private static final long SETTLING_NANOS = 200 * MS;
    /// After a drain it rises too far at first, by a few datagrams.
    private static final int RETURNING_DATAGRAMS = 100;
    /// Whose mean is the usual queue.
    private static final double USUAL_REPORTS = 3;
    private static final int BUMP_DATAGRAMS = 6;
    /// So many packets from a bump's end one still meets what stands there.
    private static final int NEAR_PACKETS = 2;
    /// Of the link: whose bursts hardly show in the queue.
    private static final double SMALL_PART = 0.25;

    private int datagramBytes;
    private final ProbeSchedule schedule = new ProbeSchedule();
    private final Pulse pulse = new Pulse();
    private final Train train = new Train(pulse);
    private final ReportRequest request = new ReportRequest();
    private final FlatProbes flatProbes = new FlatProbes();
    private final KnownCapacity known = new KnownCapacity();
    /// Of the bump aimed at, what is made.
    private double size = 1;
    private double usualPeakNanos;
    private double usualRate;
    private long firstPacket = -1;
    private long lastPacket = -1;
    private long sentBytes;
    private long peakNanos;
    /// What the packet behind the bump met.
    private double behindNanos;
    /// Whether this probe asks for reports.
    private boolean precise;
    private long askNanos = Long.MAX_VALUE;
    /// The queue just before the bump, where a report was asked for.
    private OptionalDouble beforeNanos = OptionalDouble.empty();
    private boolean rivals;
    private Phase phase = Phase.IDLE;

    private enum Phase {
        IDLE,
        /// The bump is being made, or on its way.
        BOOSTED,
        /// It is known; what stands behind it is waited for.
        PASSED
    }

    CapacityProbe(int datagramBytes) {
        this.datagramBytes = datagramBytes;
    }

    /// What to multiply the rate with now.
    double factor(long nowNanos) {
        return pulse.factor(nowNanos);
    }

    /// When the factor changes next.
    long nextDeadlineNanos(long nowNanos) {
        return pulse.nextDeadlineNanos(nowNanos);
    }

    /// Asks what a packet meets behind the bump, and behind the pause.
    void handleTimer(long nowNanos) {
        if (nowNanos >= askNanos) {
            request.set(true);
            askNanos = askNanos < pulse.pauseEndNanos() ? pulse.pauseEndNanos() : Long.MAX_VALUE;
        }
    }

    /// Whether the receiver should report at once on what is sent next; asks once.
    boolean asksForReport() {
        return request.take() || train.asksForReport();
    }

    void handleDatagramBytes(int bytes) {
        datagramBytes = bytes;
    }

    /// The queue is not at its usual height, and has to come back.
    void handleDrain(long nowNanos) {
        double datagramNanos = bottleneck(usualRate).datagramNanos();
        schedule.notBefore(nowNanos + (long) (RETURNING_DATAGRAMS * datagramNanos));
    }

    /// Whether others keep the queue long.
    void handleRivals(boolean present) {
        rivals = present;
    }

    void handleSent(long packetNumber, int bytes, long nowNanos) {
        train.handleSent(packetNumber, bytes, nowNanos);
        if (phase == Phase.BOOSTED && nowNanos < pulse.endNanos()) {
            if (firstPacket < 0) {
                firstPacket = packetNumber;
                sentBytes = 0;
            }
            lastPacket = packetNumber;
            sentBytes += bytes;
        }
    }

    /// Digests a report and begins a probe when it is time; `allowed` says that the sender is at its usual work.
    void handleReport(
            Report report, ForwardDelay delay, double rate, double bufferNanos, boolean allowed, long nowNanos) {
        if (report.maxForwardNanos() == Report.NONE) {
            return;
        }
        known.age(nowNanos);
        if (isShort(bufferNanos)) {
            known.forgetNeighbours(); // bumps are read exactly there
        }
        known.handleTrain(train.handleReport(report, nowNanos), rate, nowNanos);
        if (train.isAwaited()) {
            return;
        }
        long peak = delay.peakNanos();
        long newest = report.newestPacketNumber();
        switch (phase) {
            case IDLE -> {
                become(peak);
                if (allowed && schedule.isDue(nowNanos)) {
                    begin(rate, bufferNanos, delay.rttNanos(), report.meanForwardNanos(), nowNanos);
                }
            }
            case BOOSTED -> {
                if (precise && firstPacket >= 0 && Math.abs(newest - firstPacket) < NEAR_PACKETS) {
                    beforeNanos = OptionalDouble.of((double) delay.newestNanos());
                }
                if (firstPacket < 0 && nowNanos > pulse.endNanos()) {
                    phase = Phase.IDLE; // nothing could be sent faster
                } else if (firstPacket < 0 || newest < firstPacket) {
                    become(peak);
                } else if (newest >= lastPacket && nowNanos > pulse.endNanos()) {
                    peakNanos = peak;
                    behindNanos = (double) delay.newestNanos();
                    if (newest > lastPacket + NEAR_PACKETS) {
                        beforeNanos = OptionalDouble.empty(); // the report that was asked for is lost
                    }
                    phase = Phase.PASSED;
                }
            }
            case PASSED -> {
                if (report.newestSentNanos() >= pulse.pauseEndNanos()) {
                    phase = Phase.IDLE;
                    conclude((double) peak, (double) delay.newestNanos(), bufferNanos);
                    usualPeakNanos = peak;
                }
            }
        }
    }

    /// The queue stands so high without a bump.
    private void become(long peak) {
        usualPeakNanos = usualPeakNanos == 0 ? peak : usualPeakNanos + (peak - usualPeakNanos) / USUAL_REPORTS;
    }

    private void begin(double rate, double bufferNanos, long rttNanos, long seed, long nowNanos) {
        schedule.begun(rttNanos, seed, nowNanos);
        usualRate = rate;
        Bottleneck link = known.answering(rate, datagramBytes);
        if (train.suits(link, bufferNanos, usualPeakNanos)) {
            train.begin(link, bufferNanos, usualPeakNanos, nowNanos);
        } else {
            bump(rate, bufferNanos, nowNanos);
        }
    }

    private void bump(double rate, double bufferNanos, long nowNanos) {
        double link = Math.max(rate, known.probedBytesPerSecond());
        double shows = Math.max(BUMP_NANOS, rivals ? BUMP_OF_QUEUE * usualPeakNanos : 0);
        double wanted = Math.max(shows, BUMP_DATAGRAMS * datagramBytes * SECOND / link);
        double telling = TELLING_BUMPS * LEAST_BUMP_NANOS;
        double room = bufferNanos == 0 ? wanted : Math.max(BUMP_OF_BUFFER * bufferNanos, telling);
        double whole = Math.min(wanted, room);
        double bump = rivals ? whole : Math.max(size * whole, Math.min(telling, whole));
        double fewest = BOOST_DATAGRAMS * datagramBytes * SECOND / rate;
        double gentle = bump * link / (rate * (MIN_BOOST - 1));
        double length = Math.max(Math.min(BOOST_NANOS, gentle), fewest);
        double boost = Math.clamp(1 + bump * link / (rate * length), MIN_BOOST, MAX_BOOST);
        pulse.begin(boost, Math.max(LEAST_PAUSE, 2 - boost), length, nowNanos);
        firstPacket = -1;
        lastPacket = -1;
        peakNanos = 0;
        precise = isShort(bufferNanos);
        request.set(precise);
        askNanos = precise ? pulse.endNanos() : Long.MAX_VALUE;
        beforeNanos = OptionalDouble.empty();
        phase = Phase.BOOSTED;
    }

    private void conclude(double peakAfterNanos, double newestNanos, double bufferNanos) {
        double before = beforeNanos.orElse(usualPeakNanos);
        double after = beforeNanos.isPresent() ? newestNanos : peakAfterNanos;
        double capacity = known.probedBytesPerSecond();
        double extra = Math.max(datagramBytes, sentBytes - ownBurstBytes(capacity)) * (1 - 1 / pulse.faster());
        double expected = capacity == 0 ? 0 : extra * SECOND / capacity;
        double rise = peakNanos - before;
        double fall = peakNanos - newestNanos;
        flatProbes.handle(
                expected,
                rise,
                peakNanos - peakAfterNanos,
                (double) peakNanos,
                bottleneck(usualRate).isAlone());
        boolean stunted = isStunted(before, rise, fall, expected, bufferNanos);
        boolean cut = stunted || isCut(before, expected, bufferNanos);
        size = Math.clamp(size * (cut ? SMALLER : LARGER), LEAST_SIZE, 1);
        boolean idle = rise < FlatProbes.FLAT * expected && before < expected; // the link, so that it took up the bump
        if (before <= 0 || idle) {
            return;
        }
        if (cut) {
            boolean emptied = newestNanos < LEAST_BUMP_NANOS;
            if ((stunted || isShort(bufferNanos)) && fall > 0 && !emptied) {
                count(extra, fall);
            }
        } else if (capacity == 0 || Math.abs(after - before) <= Math.max(LEAST_BUMP_NANOS, RESTLESS * expected)) {
            count(extra, beforeNanos.isPresent() ? topNanos() - (before + newestNanos) / 2 : rise);
        }
    }

    /// The queue's usual peak holds the sender's own least burst, too, if it has the link: where a bump is a few
    /// datagrams, that is much of it.
    private double ownBurstBytes(double capacity) {
        double part = capacity == 0 ? 0 : Math.min(1, usualRate / capacity);
        return beforeNanos.isPresent() ? 0 : Pacer.MIN_BURST_DATAGRAMS * part * datagramBytes;
    }

    /// The queue's highest point is the steadier reading, but holds the last burst of a sender that has a good
    /// part of the link; the packets before the bump and behind the pause meet no such burst.
    private double topNanos() {
        return usualRate < SMALL_PART * known.probedBytesPerSecond() ? (double) peakNanos : behindNanos;
    }

    /// The queue stood so high that the bump had no room.
    private static boolean isStunted(double before, double rise, double fall, double expected, double bufferNanos) {
        boolean high = bufferNanos > 0 && before > HIGH * bufferNanos;
        return high && rise < Math.min(LEAST_OF_FALL * fall, LEAST_OF_EXPECTED * expected);
    }

    /// The buffer may have cut the bump: it reached its end, and is lower than expected.
    private boolean isCut(double before, double expected, double bufferNanos) {
        double reached = Math.max((double) peakNanos, before + expected);
        boolean low = known.probedBytesPerSecond() == 0 || Math.max(peakNanos - before, LEAST_BUMP_NANOS) < expected;
        return bufferNanos > 0 && reached > CUT * bufferNanos && low;
    }

    /// So short a buffer bumps of the senders that share it fill; a longer one somebody else keeps full, who also
    /// takes the place that a pause leaves.
    private static boolean isShort(double bufferNanos) {
        return bufferNanos > 0 && BUMP_OF_BUFFER * bufferNanos < BUMP_NANOS;
    }

    private void count(double extraBytes, double bumpNanos) {
        double sample = bumpNanos <= 0 ? Double.MAX_VALUE : extraBytes * SECOND / Math.max(bumpNanos, LEAST_BUMP_NANOS);
        known.probed(sample, usualRate);
    }

    /// Those that made no bump.
    FlatProbes flatProbes() {
        return flatProbes;
    }

    /// A search of the path has found that much free.
    void found(double bytesPerSecond, long nowNanos) {
        known.found(bytesPerSecond, nowNanos);
        schedule.notBefore(nowNanos + SETTLING_NANOS);
    }

    /// No more gets through, as a loss without a queue has shown: what was found before does not hold any more.
    void exceeded(double bytesPerSecond) {
        known.exceeded(bytesPerSecond);
    }

    /// The bottleneck, for a sender at that rate.
    Bottleneck bottleneck(double rate) {
        return known.bottleneck(rate, datagramBytes);
    }

    /// Bytes a second that the bottleneck carries of all its traffic; 0 if not known.
    double bytesPerSecond() {
        return bottleneck(0).bytesPerSecond();
    }
}
