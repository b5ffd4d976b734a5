package org.fastsend.core.congestion;

/// When to look for the empty path: at times the sender lets the queue drain, and what it sees then is not its usual
/// work until the queue is back.
///
/// All that share a bottleneck see its queue at the lowest at the same moment, and a sender of this kind drains a fixed
/// time after that moment. So the deepest dip draws all of them to it, they soon drain together, and the queue empties.
/// Where it does *not* empty though, but only falls by what the sender left out, somebody else fills it. [Dips] says
/// when. Not thread-safe.
final class Drain {
    /// Of the usual rate, meanwhile. On long paths nothing is sent for a while, as what may be in flight shrinks, too,
    /// to less than there is: so what is left out is counted.
    static final double PART = 0.5;
    /// On a slow link that others share, where the queue moves by a few datagrams anyway: a dip has to stand out, or it
    /// does not tell them when to drain.
    private static final double DEEPER_PART = 0.25;
    /// Who shares several links in a row with others each: these do not drain together, and no other
    /// drain ever shows it the empty path, as it has to empty them all by itself.
    private static final double DEEPEST_PART = 0.05;

    private static final double SECOND = 1e9;
    private static final long MS = 1_000_000;
    private static final double QUEUES = 2.5;
    /// Beside others, so much longer: nobody knows the moment better than that.
    private static final double SLACK_NANOS = 20 * MS;
    private static final double SETTLING_SPANS = 2;
    /// A queue that fell to that part of its height emptied.
    private static final double EMPTIED = 0.15;
    /// If a sender alone could lower the queue below that part of its height, an empty one tells nothing of the others.
    /// It is less than who holds its own against rivals leaves, and more than what counts as empty.
    private static final double TELLING = 0.35;
    /// Of the queue, what a sender leaves out that has much of the link and must know of the others: what
    /// they do shows in the rest.
    private static final double LEFT_OUT = 0.5;
    /// A queue that fell to less than that part of what the sender alone would have left shows others that drained, or
    /// several bottlenecks in a row, at each of which it fell.
    private static final double DEEPER = 0.75;
    /// Who leaves out no more than that sees it fall by so many times as much if others drain too, who also push, and
    /// leave out no more either: two of a kind took each other for rivals for ever.
    private static final double TOGETHER = 2.5;
    /// A queue that rises so far meanwhile somebody fills who [sounds][Sounding] the buffer.
    private static final double RISEN = 1.4;

    /// What a drain showed of those who share the bottleneck.
    enum Verdict {
        /// Nothing: there was no queue, or the sender could have emptied it alone, or it fell deeper
        /// than that but did not empty, or rose; or several stand in a row, of whose other senders
        /// each drains at its own time.
        NOTHING,
        /// The queue emptied, or almost where nobody may empty it alone: the others drained, too.
        KIN,
        /// It fell by little more than what the sender left out: somebody fills it up.
        FOREIGN
    }

    private final Newcomer newcomer;
    private final Dips dips = new Dips();
    private double part = PART;
    /// Whether a queue was ever seen: behind a policer there is none to drain.
    private boolean queued;

    private long untilNanos = Long.MIN_VALUE;
    private long settledNanos = Long.MIN_VALUE;
    private boolean judging;
    private boolean told;
    private boolean several;
    private double fromNanos;
    private double spanNanos;
    private double linkBytesPerSecond;
    private double usualBytesPerSecond;
    private long sentBytes;
    private double leastNanos;
    private double mostNanos;
    private long nextPacket;
    /// Of those sent during the last drain; where there are none, the last is the one before the first.
    private long firstPacket = Long.MAX_VALUE;

    private long lastPacket = Long.MIN_VALUE;
    /// The first that was sent behind it: the drain's last may be lost, and of other kinds are sent meanwhile.
    private long followingPacket = Long.MIN_VALUE;
    private long arrivedPacket = -1;

    Drain(Newcomer newcomer) {
        this.newcomer = newcomer;
    }

    /// The sender begins to cruise.
    void restart(long nowNanos) {
        dips.restart(nowNanos);
    }

    /// A packet was sent.
    void handleSent(long packetNumber, int bytes, long nowNanos) {
        nextPacket = packetNumber + 1;
        if (isOn(nowNanos)) {
            sentBytes += bytes;
            lastPacket = packetNumber;
        } else {
            followingPacket = Math.min(followingPacket, packetNumber);
        }
    }

    /// Whether a report is about packets of the last drain only.
    boolean isOf(Report report) {
        return oldestPacket(report) >= firstPacket && report.newestPacketNumber() <= lastPacket;
    }

    /// A report came; of each this is told once. Returns whether its interval has some of the last drain in it, so that
    /// less came than the path carries: it does not end before the drain's first packet, or nothing came in it, nor
    /// does it begin behind the first packet that followed.
    boolean handleArrivals(Report report) {
        long before = arrivedPacket;
        arrivedPacket = Math.max(before, report.newestPacketNumber());
        boolean hasBegun = arrivedPacket >= firstPacket || report.deliveredPackets() == 0;
        return hasBegun && before < followingPacket;
    }

    private static long oldestPacket(Report report) {
        return report.newestPacketNumber() - report.deliveredPackets() - report.lostPackets() + 1;
    }

    /// A report came. Returns what a drain has shown, once it is over.
    ///
    /// @param baseShiftNanos how much longer the empty path is than it was taken for before
    /// @param emptyNanos less than that is no queue
    /// @param full whether it fills the buffer
    Verdict handleReport(double queueNanos, long baseShiftNanos, double emptyNanos, boolean full, long nowNanos) {
        newcomer.handleReport(queueNanos, baseShiftNanos, emptyNanos, nowNanos);
        if (isOn(nowNanos) && newcomer.isOver(nowNanos)) {
            endAt(nowNanos);
        }
        dips.handleReport(queueNanos, emptyNanos, full, nowNanos);
        queued |= queueNanos >= emptyNanos;
        leastNanos = Math.min(leastNanos, queueNanos);
        mostNanos = Math.max(mostNanos, queueNanos);
        if (!judging || disturbs(nowNanos)) {
            return Verdict.NOTHING;
        }
        judging = false;
        return fromNanos < emptyNanos ? Verdict.NOTHING : verdict();
    }

    private void endAt(long nanos) {
        untilNanos = nanos;
        settledNanos = nanos + (long) (SETTLING_SPANS * spanNanos);
    }

    private Verdict verdict() {
        double aloneNanos = aloneNanos();
        if (told && fromNanos - leastNanos > TOGETHER * (fromNanos - aloneNanos)) {
            return Verdict.KIN;
        }
        if (leastNanos < EMPTIED * fromNanos) {
            return aloneNanos < TELLING * fromNanos ? Verdict.NOTHING : Verdict.KIN;
        }
        boolean deeper = leastNanos < DEEPER * aloneNanos;
        return several || deeper || mostNanos > RISEN * fromNanos ? Verdict.NOTHING : Verdict.FOREIGN;
    }

    /// What the queue would have fallen to if nobody else had drained.
    private double aloneNanos() {
        double usualBytes = usualBytesPerSecond * (untilNanos - dips.drainedNanos()) / SECOND;
        return fromNanos - (usualBytes - sentBytes) * SECOND / linkBytesPerSecond;
    }

    /// Whether it is time to drain.
    ///
    /// @param lagNanos from a dip at the bottleneck until this sender's answer gets there
    boolean isDue(long lagNanos, long nowNanos) {
        boolean early = queued && isNewcomers() && nowNanos - dips.drainedNanos() > Newcomer.PERIOD_NANOS;
        return (early || dips.isDue(lagNanos, nowNanos)) && !isOn(nowNanos);
    }

    /// Whether the next drain is one of a newcomer's.
    boolean isNewcomers() {
        return newcomer.drains();
    }

    /// Whether a dip has put it off that others made by overflowing the buffer, not by a drain.
    boolean isOverdue(long lagNanos, long nowNanos) {
        return dips.isOverdue(lagNanos, nowNanos) && !isOn(nowNanos);
    }

    /// Begins to drain.
    ///
    /// @param bottleneck at the sender's usual rate
    /// @param spanNanos a round trip of the control loop
    /// @param tells whether it must not empty the queue alone, so that it tells of the others
    void begin(double queueNanos, Bottleneck bottleneck, double spanNanos, boolean tells, long nowNanos) {
        double nanos = QUEUES * queueNanos + SLACK_NANOS * (1 - bottleneck.part());
        if (tells) {
            nanos = Math.min(nanos, LEFT_OUT * queueNanos / bottleneck.part());
        }
        double rate = bottleneck.rateBytesPerSecond();
        nanos = Math.max(nanos, newcomer.begin(TargetQueue.aloneNanos(rate), spanNanos, nowNanos));
        this.spanNanos = spanNanos;
        endAt(nowNanos + (long) nanos);
        judging = true;
        told = tells;
        several = bottleneck.several();
        firstPacket = nextPacket;
        lastPacket = nextPacket - 1;
        followingPacket = Long.MAX_VALUE;
        fromNanos = queueNanos;
        part = partAt(bottleneck);
        linkBytesPerSecond = bottleneck.bytesPerSecond();
        usualBytesPerSecond = rate;
        sentBytes = 0;
        leastNanos = queueNanos;
        mostNanos = 0;
        dips.restart(nowNanos);
    }

    private static double partAt(Bottleneck bottleneck) {
        if (bottleneck.several()) {
            return DEEPEST_PART;
        }
        return bottleneck.isCoarse() && !bottleneck.isAlone() ? DEEPER_PART : PART;
    }

    /// Of the usual rate, what is sent while the queue drains.
    double part() {
        return part;
    }

    /// Whether the queue drains now.
    boolean isOn(long nowNanos) {
        return nowNanos < untilNanos;
    }

    /// Whether it drains or comes back.
    boolean disturbs(long nowNanos) {
        return nowNanos < settledNanos;
    }
}
