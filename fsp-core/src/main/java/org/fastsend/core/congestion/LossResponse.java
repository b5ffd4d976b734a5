package org.fastsend.core.congestion;

import org.fastsend.core.congestion.LossClassifier.Finding;

/// What a sender does about loss. On suspicion it falls to what arrived, to see whether that helps. Where a queue was
/// seen, that drains it. Where none was, only loss can show how much is too much: the sender falls to what arrived
/// whatever is taken for the path's usual loss, and goes back to what it had if the loss is the path's; if not, it
/// goes on with what arrived, and once that is known for a policer's ([PolicedRate]) only with care beyond. Not
/// thread-safe.
final class LossResponse {
    /// Of what arrived, what is sent on trial.
    static final double TRIAL = 0.98;

    private static final double SECOND = 1e9;
    private static final double LEAST_WINDOW_NANOS = 20e6;
    /// Over so many a datagram more or less makes no difference.
    private static final int ARRIVAL_DATAGRAMS = 100;

    private static final double MOST_ARRIVAL_NANOS = 500e6;
    /// Of the window, what is left where rivals fill the buffer.
    private static final double BESIDE_RIVALS = 0.85;
    /// A search that lost less between chirps leaves nothing to be tried.
    private static final double TELLING_LOSS = 0.02;

    private final TargetQueue aim;
    private final LossClassifier losses = new LossClassifier();
    private final DeliveryRate deliveries = new DeliveryRate();
    private final DeliveryRate arrivals = new DeliveryRate();
    private final Climb climb = new Climb();
    private final PolicedRate policed = new PolicedRate();

    /// What is lost is known later than what came. Where next to nothing comes, as nothing was sent, it waits for what
    /// comes next.
    private int waitingDelivered;

    private int waitingLost;
    /// What is sent before that packet arrives is what a search sent, not all that the path carries.
    private long ignoredBefore;
    /// What a search sent before that packet, slowly and fast in turn, is known to be lost later than what came: it is
    /// no measure of usual loss any more.
    private long cruisedFrom;

    private boolean searched;
    private boolean emptyRound;
    private boolean unqueued;
    private double arrived;
    /// The window to go back to when a trial finds that loss is the path's.
    private double untriedWindow;

    /// @param aim which remembers the buffer's height by what is suspected, and forgets it by what turns out
    LossResponse(TargetQueue aim) {
        this.aim = aim;
    }

    LossClassifier classifier() {
        return losses;
    }

    /// What arrives, at that rate and base round trip.
    ///
    /// @param drained whether the sender let the queue drain in some of that time: less came than the path carries
    void handleReport(
            Report report, double rate, int datagramBytes, long baseRttNanos, boolean drained, long nowNanos) {
        if (drained || report.newestPacketNumber() < ignoredBefore) {
            return;
        }
        double window = Math.max(LEAST_WINDOW_NANOS, baseRttNanos / 2.0);
        deliveries.handle(report, nowNanos, (long) window);
        double datagrams = ARRIVAL_DATAGRAMS * datagramBytes * SECOND / Math.max(rate, datagramBytes);
        arrivals.handle(report, nowNanos, (long) Math.max(Math.min(datagrams, MOST_ARRIVAL_NANOS), window));
    }

    /// A search of the path is over. What it took for usual loss without having tried a lower rate is tried out now.
    /// Returns the window to go on with.
    ///
    /// @param window that it found
    /// @param missing packets that were overtaken so far: they say nothing of what is sent from now on
    double started(double window, SearchEnd end, int missing, double spanNanos, long nextPacket) {
        if (end.unheard()) {
            ignoredBefore = nextPacket;
            losses.ignoreUntil(nextPacket);
        } else {
            losses.forgive(missing, nextPacket);
        }
        cruisedFrom = nextPacket;
        deliveries.restart();
        arrivals.restart();
        emptyRound = !end.queued();
        boolean untried = !searched;
        searched = true;
        double lost = Math.max(end.flood(), losses.baseline());
        if (end.queued() || lost < TELLING_LOSS || (end.flood() == 0 && !untried)) {
            return window;
        }
        unqueued = true;
        untriedWindow = window;
        losses.trySearched(nextPacket, lost);
        double tried = end.flood() > 0 ? window : window * (1 - lost);
        arrived = tried * SECOND / spanNanos;
        return TRIAL * tried;
    }

    /// What a report says of losses.
    ///
    /// @param disturbed whether what comes is not what the sender's usual work makes it
    /// @param held whether the sender asks for no more than it had
    Finding judge(Report report, QueueView queue, boolean disturbed, boolean held, long roundPackets) {
        int delivered = waitingDelivered + report.deliveredPackets();
        int lost = waitingLost + report.lostPackets();
        boolean waits = disturbed && delivered < lost;
        waitingDelivered = waits ? delivered : 0;
        waitingLost = waits ? lost : 0;
        if (waits) {
            return Finding.NOTHING;
        }
        boolean clear = queue.clear() && (held || !policed.isKnown()) && report.newestPacketNumber() >= cruisedFrom;
        Finding finding =
                losses.handle(delivered, lost, queue.withClear(clear), report.newestPacketNumber(), roundPackets);
        boolean acquits = finding == Finding.RANDOM || finding == Finding.UNDECIDED;
        if (acquits && !unqueued) { // a trial without a queue tells nothing of how high the buffer is
            aim.acquit();
        }
        return finding;
    }

    /// The buffer, which rivals fill, overflowed, as far as what was sent before that packet tells. Returns the window
    /// to go on with.
    double filledByRivals(long packetNumber, Bottleneck link, double window, long nowNanos) {
        climb.suspected(link.rateBytesPerSecond(), nowNanos);
        aim.suspectAgain(link, nowNanos);
        losses.ignoreUntil(packetNumber);
        return BESIDE_RIVALS * window;
    }

    /// It is suspected that the path overflows: begins the trial of that, from that packet on. Returns the rate at
    /// which what arrived just now would arrive.
    ///
    /// @param empty whether the round trip has shown no queue so far
    double tryFrom(long packetNumber, boolean empty, Bottleneck link, double window, long nowNanos) {
        climb.suspected(link.rateBytesPerSecond(), nowNanos);
        unqueued = empty && emptyRound;
        arrived = unqueued ? arrivals.bytesPerSecond() : deliveries.bytesPerSecond() / (1 - losses.baseline());
        untriedWindow = unqueued ? window : 0;
        losses.tryFrom(packetNumber, unqueued);
        if (!unqueued) {
            aim.suspectAgain(link, nowNanos);
        }
        return arrived;
    }

    /// Whether no queue was seen when overflow was suspected last.
    boolean isUnqueued() {
        return unqueued;
    }

    /// What arrived then, and what would if only the usual loss were lost once a trial has shown that.
    double arrivedBytesPerSecond() {
        return arrived;
    }

    /// The window after a trial that found loss to be the path's.
    double acquitted(double window) {
        return Math.max(window, untriedWindow);
    }

    /// The window after a trial that found overflow. Where no queue was seen the baseline may hold some of what the
    /// policer dropped before it was known, and a rate that makes up for that would be dropped as much again: so no
    /// more is made up for than the trial itself lost.
    double overflowed(double window, Bottleneck link, double spanNanos, long nowNanos) {
        if (!unqueued) {
            aim.confirm();
            return window;
        }
        aim.suspectAgain(link, nowNanos);
        aim.confirm();
        arrived /= 1 - Math.min(losses.baseline(), losses.measured());
        policed.found(arrived);
        return Math.max(window, TRIAL * arrived * spanNanos / SECOND);
    }

    /// A round trip went by at that rate.
    ///
    /// @param empty whether it had no queue to speak of
    /// @param bare whether it had none at all
    void handleRound(boolean empty, boolean bare, double rate) {
        climb.handleRound(empty);
        emptyRound = bare;
        policed.handleRound(bare, rate);
    }

    /// Growth a round trip at that rate while the path shows no queue.
    double growth(double rate, long nowNanos) {
        return climb.growth(rate, nowNanos);
    }

    /// The most that a window may grow in that time, as a part of it: to twice itself in a round trip.
    ///
    /// @param more whether to ask for more makes sense now
    double mostGrowth(double elapsedNanos, double spanNanos, boolean more) {
        if (!isBare()) {
            return Math.pow(2, elapsedNanos / spanNanos) - 1;
        }
        return more && !losses.onTrial() ? climb.careful(elapsedNanos) : 0;
    }

    /// Whether there seems to be no queue that could take up what is sent too fast for a moment.
    boolean isBare() {
        return policed.isKnown() || (unqueued && losses.onTrial());
    }

    /// Whether a search would tell nothing, as only loss shows where too much begins.
    boolean isPoliced() {
        return policed.isKnown();
    }
}
