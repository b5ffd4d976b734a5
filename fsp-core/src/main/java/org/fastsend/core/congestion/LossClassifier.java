package org.fastsend.core.congestion;

/// Tells loss that the path always has from loss that the sender causes, by experiment.
///
/// The *baseline* is the share of packets lost while nothing was suspected. A cumulative sum of what is lost beyond it
/// raises a *suspicion* after as many packets as the evidence needs: a few when a fifth is lost, thousands for one in
/// fifty. The sender then slows down to what was delivered and loss among the packets sent since is counted: if it
/// went away, it was *overflow*; if it stayed, it is *random* and becomes the baseline. No queue need be seen, so
/// policers and buffers of a few packets are found like any other. Not thread-safe.
final class LossClassifier {
    enum Finding {
        NOTHING,
        SUSPICION,
        OVERFLOW,
        RANDOM
    }

    /// Loss beyond the baseline by less than that is let pass.
    private static final double LEAST_EXCESS = 0.01;
    /// A path that loses more than that is full or broken, whatever a trial says.
    static final double MAX_BASELINE = 0.25;
    private static final double EXCESS_OF_BASELINE = 0.2;
    /// False alarms happen with a probability of about exp(-2 * this) a packet.
    private static final double CAUTION = 8;
    private static final double LEAST_SCORE = 4;
    /// A burst within one report is no congestion.
    private static final int LEAST_REPORTS = 2;
    /// A trial costs less than to let much loss pass because nothing is known yet.
    private static final double MOST_DOUBT = 0.05;
    /// Packets over which the baseline is a mean.
    private static final double BASELINE_PACKETS = 4000;
    private static final double BASELINE_ROUNDS = 20;
    private static final int TRIAL_ROUNDS = 4;
    /// A block's loss must be lower by that to lower the baseline: else the least of many blocks would become it.
    private static final double LOWER_SIGMAS = 3;
    private static final int BLOCK_PACKETS = 2000;
    private static final int LEAST_TRIAL_PACKETS = 40;
    /// Where no queue was seen, loss alone must tell, which needs more of them.
    private static final int MOST_UNQUEUED_PACKETS = 1000;
    /// What a bad path loses, and how many packets that guess is worth.
    private static final double GUESSED_LOSS = 0.1;

    private static final double GUESSED_PACKETS = 20;
    /// Standard deviations between the outcomes of a trial.
    private static final double TRIAL_SIGMAS = 3;

    private double baseline;
    private double baselinePackets;

    private double score;
    private long runPackets;
    private long runLost;
    private int runReports;
    /// Of the run, what a queue cannot have been the cause of: learnt unless the run becomes a suspicion.
    private int clearPackets;
    private int clearLost;

    private long blockPackets;
    private long blockLost;

    private long ignoredBefore;
    private int forgiven;
    private long forgivenBefore;
    private boolean trial;
    private long trialFrom;
    private double suspected;
    private long suspectedPackets;
    private boolean unqueued;
    private long trialPackets;
    private long trialLost;
    private long trialQueued;
    private long trialNeeds;
    private double measured;

    /// What was newly delivered and lost, all sent before `newestPacketNumber`, and whether the queue stood
    /// about as high as it ever did, so that somebody's overflow may be the cause, or was clear, so that it
    /// cannot be.
    Finding handle(int delivered, int lost, boolean queued, boolean clear, long newestPacketNumber, long roundPackets) {
        int beyond = Math.max(0, lost - (int) Math.round((delivered + lost) * baseline));
        int excused = newestPacketNumber < forgivenBefore ? Math.min(forgiven, beyond) : 0;
        forgiven -= excused;
        return handleRest(delivered, lost - excused, queued, clear, newestPacketNumber, roundPackets);
    }

    private Finding handleRest(
            int delivered, int lost, boolean queued, boolean clear, long newestPacketNumber, long roundPackets) {
        int packets = delivered + lost;
        if (packets == 0 || newestPacketNumber < ignoredBefore) {
            return Finding.NOTHING;
        }
        return trial
                ? judge(packets, lost, queued, newestPacketNumber, TRIAL_ROUNDS * roundPackets)
                : watch(packets, lost, clear, roundPackets);
    }

    private Finding watch(int packets, int lost, boolean clear, long roundPackets) {
        double excess = Math.max(LEAST_EXCESS, EXCESS_OF_BASELINE * baseline);
        score += lost - packets * (confidentBaseline() + excess);
        if (clear) {
            clearPackets += packets;
            clearLost += lost;
        }
        if (score <= 0) {
            if (clearPackets > 0) {
                learn(clearPackets, clearLost, Math.max(BASELINE_PACKETS, BASELINE_ROUNDS * roundPackets));
            }
            forgetRun();
        } else {
            runPackets += packets;
            runLost += lost;
            runReports += lost > 0 ? 1 : 0;
            double enough = Math.max(LEAST_SCORE, CAUTION * baseline * (1 - baseline) / excess);
            if (score > enough && runReports >= LEAST_REPORTS) {
                return Finding.SUSPICION;
            }
        }
        lower(packets, lost);
        return Finding.NOTHING;
    }

    /// The baseline rises by the verdict of a trial only, or overflow could creep into it; it falls by itself.
    private void lower(int packets, int lost) {
        blockPackets += packets;
        blockLost += lost;
        if (blockPackets < BLOCK_PACKETS) {
            return;
        }
        double share = (double) blockLost / blockPackets;
        if (share < baseline - LOWER_SIGMAS * Math.sqrt(baseline * (1 - baseline) / blockPackets)) {
            baseline = (baseline + share) / 2;
        }
        baselinePackets = Math.min(BASELINE_PACKETS, baselinePackets + blockPackets);
        blockPackets = 0;
        blockLost = 0;
    }

    private void forgetRun() {
        score = 0;
        runPackets = 0;
        runLost = 0;
        runReports = 0;
        clearPackets = 0;
        clearLost = 0;
    }

    private void learn(int packets, int lost, double memory) {
        baselinePackets = Math.min(memory, baselinePackets + packets);
        double step = ((double) lost / packets - baseline) * Math.min(1, packets / Math.max(baselinePackets, packets));
        baseline = Math.min(MAX_BASELINE, baseline + step);
    }

    /// The baseline, or more while it rests on few packets.
    double confidentBaseline() {
        double n = Math.max(1, baselinePackets);
        double doubt = TRIAL_SIGMAS * Math.sqrt(baseline * (1 - baseline) / n) + TRIAL_SIGMAS / n;
        return baselinePackets >= BASELINE_PACKETS ? baseline : baseline + Math.min(doubt, MOST_DOUBT);
    }

    /// The sender slowed down: packets from this number on show whether that helped.
    ///
    /// @param noQueue whether no queue was seen, so that only the loss itself tells whether it slowed down enough
    void tryFrom(long packetNumber, boolean noQueue) {
        tryFrom(packetNumber, noQueue, runPackets == 0 ? 1 : (double) runLost / runPackets, runPackets);
    }

    /// The same after a search that saw such a loss and no queue: nothing is known of the path's usual loss any more.
    void trySearched(long packetNumber, double lost) {
        baseline = 0;
        tryFrom(packetNumber, true, lost, (long) baselinePackets);
        baselinePackets = 0;
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
        double half = Math.max(LEAST_EXCESS, suspected - baseline) / 2;
        double mean = (suspected + baseline) / 2;
        trialNeeds =
                (long) Math.max(LEAST_TRIAL_PACKETS, TRIAL_SIGMAS * TRIAL_SIGMAS * mean * (1 - mean) / (half * half));
        forgetRun();
    }

    /// The suspicion is settled without a trial: packets before this number say nothing new.
    void ignoreUntil(long packetNumber) {
        ignoredBefore = packetNumber;
        forgetRun();
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
        double n = trialPackets;
        double doubt = Math.max(LEAST_EXCESS / 2, 1.5 * Math.sqrt(Math.max(baseline, 1 / n) / n));
        if (measured <= baseline + doubt || (unqueued ? changed() : trialQueued > trialPackets / 2)) {
            if (unqueued && measured < baseline) {
                learn((int) trialPackets, (int) trialLost, BASELINE_PACKETS);
            }
            return Finding.OVERFLOW;
        }
        baseline = Math.min(MAX_BASELINE, measured);
        baselinePackets = trialPackets;
        return Finding.RANDOM;
    }

    /// Whether the loss is another than before, though not little: it is the sender's doing, who has not slowed down
    /// enough.
    private boolean changed() {
        double chance = suspected * (1 - suspected) * (1.0 / trialPackets + 1.0 / Math.max(1, suspectedPackets));
        return Math.abs(measured - suspected) > TRIAL_SIGMAS * Math.sqrt(chance);
    }

    /// Takes the baseline for what a start-up saw while it found no queue.
    void learnDirectly(int packets, int lost) {
        learn(packets, lost, BASELINE_PACKETS);
    }

    /// Share that is to be expected of packets that found no queue; a guess while little is known.
    double expected() {
        return (baseline * baselinePackets + GUESSED_LOSS * GUESSED_PACKETS) / (baselinePackets + GUESSED_PACKETS);
    }

    boolean onTrial() {
        return trial;
    }

    /// Share lost without the sender's doing.
    double baseline() {
        return baseline;
    }
}
