package org.fastsend.core.congestion;

/// Tells loss that the path always has from loss that the sender causes, by experiment.
///
/// The *baseline* is the share of packets lost while nothing was suspected. Enough [evidence][LossEvidence] of more
/// raises a *suspicion*; while the baseline rests on few packets more must be lost for that, unless losses fall where
/// the queue stands highest, as only overflow's do. The sender then slows down to what was delivered and loss among
/// the packets sent since is counted: if it went away, it was *overflow*; if it stayed, it is *random* and becomes the
/// baseline. No queue need be seen, so policers and buffers of a few packets are found like any other. But losses that
/// fall at any height of a queue, or far below where the buffer ends, are presumed to be the path's: then it proves
/// nothing that others keep the queue up, and where loss fell by no more than chance the trial is *undecided*. Not
/// thread-safe.
final class LossClassifier {
    enum Finding {
        NOTHING,
        SUSPICION,
        OVERFLOW,
        RANDOM,
        UNDECIDED
    }

    private static final double BASELINE_ROUNDS = 20;
    private static final int TRIAL_ROUNDS = 4;
    private static final int LEAST_TRIAL_PACKETS = 40;
    /// Where no queue was seen, loss alone must tell, which needs more of them.
    private static final int MOST_UNQUEUED_PACKETS = 1000;
    /// Standard deviations between the outcomes of a trial.
    private static final double TRIAL_SIGMAS = 3;

    private final UsualLoss usual = new UsualLoss();
    private final LossEvidence evidence = new LossEvidence();
    /// The same without the baseline's doubt: it counts where losses fall highest in the queue.
    private final LossEvidence overflowing = new LossEvidence();
    /// Of the run of the first, what a queue cannot have been the cause of: learnt unless the run becomes a suspicion.
    private int clearPackets;
    private int clearLost;

    private long ignoredBefore;
    private int forgiven;
    private long forgivenBefore;
    private boolean trial;
    private long trialFrom;
    private double suspected;
    private long suspectedPackets;
    private boolean unqueued;
    private boolean presumedRandom;
    private long trialPackets;
    private long trialLost;
    private long trialQueued;
    private long trialNeeds;
    private double measured;

    /// What was newly delivered and lost, all sent before `newestPacketNumber`, and how the queue stood.
    Finding handle(int delivered, int lost, QueueView queue, long newestPacketNumber, long roundPackets) {
        int beyond = Math.max(0, lost - (int) Math.round((delivered + lost) * usual.share()));
        int excused = newestPacketNumber < forgivenBefore ? Math.min(forgiven, beyond) : 0;
        forgiven -= excused;
        return handleRest(delivered, lost - excused, queue, newestPacketNumber, roundPackets);
    }

    private Finding handleRest(int delivered, int lost, QueueView queue, long newestPacketNumber, long roundPackets) {
        int packets = delivered + lost;
        if (packets == 0 || newestPacketNumber < ignoredBefore) {
            return Finding.NOTHING;
        }
        return trial
                ? judge(packets, lost, queue.standing(), newestPacketNumber, TRIAL_ROUNDS * roundPackets)
                : watch(packets, lost, queue, roundPackets);
    }

    private Finding watch(int packets, int lost, QueueView queue, long roundPackets) {
        double baseline = usual.share();
        evidence.handle(packets, lost, queue, baseline, usual.confident());
        overflowing.handle(packets, lost, queue, baseline, baseline);
        if (queue.clear()) {
            clearPackets += packets;
            clearLost += lost;
        }
        if (evidence.isNone()) {
            if (clearPackets > 0) {
                usual.learn(
                        clearPackets, clearLost, Math.max(UsualLoss.MEMORY_PACKETS, BASELINE_ROUNDS * roundPackets));
            }
            forgetClear();
        }
        if (isOverflowing() || (evidence.isEnough() && !evidence.run().isTooShort())) {
            return Finding.SUSPICION;
        }
        usual.handle(packets, lost, queue, roundPackets);
        if (queue.drained()) {
            usual.handleDrained(packets, lost);
        }
        return Finding.NOTHING;
    }

    /// Whether what is lost falls so high in the queue that the doubt of the baseline does not count.
    private boolean isOverflowing() {
        return overflowing.isEnough() && overflowing.run().isAtTop();
    }

    private void forgetRuns() {
        evidence.restart();
        overflowing.restart();
        forgetClear();
    }

    private void forgetClear() {
        clearPackets = 0;
        clearLost = 0;
    }

    /// The sender slowed down: packets from this number on show whether that helped.
    ///
    /// @param noQueue whether no queue was seen, so that only the loss itself tells whether it slowed down enough
    void tryFrom(long packetNumber, boolean noQueue) {
        LossTally run = isOverflowing() ? overflowing.run() : evidence.run();
        presumedRandom = !noQueue && run.isAtAnyHeight();
        tryFrom(packetNumber, noQueue, run.share(), run.packets());
    }

    /// The same after a search that saw such a loss and no queue: nothing is known of the path's usual loss any more.
    void trySearched(long packetNumber, double lost) {
        long packets = (long) usual.packets();
        usual.forget();
        presumedRandom = false;
        tryFrom(packetNumber, true, lost, packets);
    }

    private void tryFrom(long packetNumber, boolean noQueue, double lost, long packets) {
        trial = true;
        unqueued = noQueue;
        trialFrom = packetNumber;
        suspected = lost;
        suspectedPackets = packets;
        trialPackets = 0;
        trialLost = 0;
        trialQueued = 0;
        usual.suspected();
        double baseline = usual.share();
        double half = Math.max(LossEvidence.LEAST_EXCESS, suspected - baseline) / 2;
        double mean = (suspected + baseline) / 2;
        trialNeeds =
                (long) Math.max(LEAST_TRIAL_PACKETS, TRIAL_SIGMAS * TRIAL_SIGMAS * mean * (1 - mean) / (half * half));
        forgetRuns();
    }

    /// Packets before this number say nothing: the suspicion that they raised is settled without a trial, or a search
    /// sent them.
    void ignoreUntil(long packetNumber) {
        ignoredBefore = packetNumber;
        forgetRuns();
    }

    /// So many packets that are missing already say nothing of what is sent from now on: of what is lost before that
    /// packet arrives, as many beyond the usual are let pass.
    void forgive(int missing, long packetNumber) {
        forgiven = missing;
        forgivenBefore = packetNumber;
    }

    private Finding judge(int packets, int lost, boolean queued, long newestPacketNumber, long maxTrialPackets) {
        if (newestPacketNumber - packets < trialFrom) {
            return Finding.NOTHING;
        }
        trialPackets += packets;
        trialLost += lost;
        trialQueued += queued ? packets : 0;
        long most = unqueued ? MOST_UNQUEUED_PACKETS : Math.max(LEAST_TRIAL_PACKETS, maxTrialPackets);
        if (trialPackets < Math.min(trialNeeds, most)) {
            return Finding.NOTHING;
        }
        trial = false;
        measured = (double) trialLost / trialPackets;
        return verdict();
    }

    private Finding verdict() {
        double n = trialPackets;
        double baseline = usual.share();
        double doubt = Math.max(LossEvidence.LEAST_EXCESS / 2, 1.5 * Math.sqrt(Math.max(baseline, 1 / n) / n));
        boolean stayed = measured > baseline + doubt;
        if (presumedRandom && !stayed && !fell()) {
            usual.learn(trialPackets, trialLost, UsualLoss.MEMORY_PACKETS);
            return Finding.UNDECIDED;
        }
        boolean kept = !presumedRandom && (unqueued ? changed() : trialQueued > trialPackets / 2);
        if (stayed && !kept) {
            usual.measured(measured, trialPackets);
            return Finding.RANDOM;
        }
        if (unqueued && measured < baseline) {
            usual.learn(trialPackets, trialLost, UsualLoss.MEMORY_PACKETS);
        }
        return Finding.OVERFLOW;
    }

    /// Whether the loss is surely less than before.
    private boolean fell() {
        return measured < suspected && changed();
    }

    /// Whether the loss is another than before, though not little: it is the sender's doing, who has not slowed down
    /// enough.
    private boolean changed() {
        double chance = suspected * (1 - suspected) * (1.0 / trialPackets + 1.0 / Math.max(1, suspectedPackets));
        return Math.abs(measured - suspected) > TRIAL_SIGMAS * Math.sqrt(chance);
    }

    /// Takes the baseline for what a start-up saw while it found no queue.
    void learnDirectly(int packets, int lost) {
        usual.learn(packets, lost, UsualLoss.MEMORY_PACKETS);
    }

    /// Share that is to be expected of packets that found no queue; a guess while little is known.
    double expected() {
        return usual.expected();
    }

    /// The baseline, or more while it rests on few packets.
    double confidentBaseline() {
        return usual.confident();
    }

    /// Share lost in the last trial.
    double measured() {
        return measured;
    }

    boolean onTrial() {
        return trial;
    }

    /// Share lost without the sender's doing.
    double baseline() {
        return usual.share();
    }
}
