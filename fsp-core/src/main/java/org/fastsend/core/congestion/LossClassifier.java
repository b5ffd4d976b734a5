package org.fastsend.core.congestion;

/// Tells loss that the path always has from loss that the sender causes, by experiment.
///
/// The *baseline* is the share of packets lost while nothing was suspected. A cumulative sum of what is lost beyond it
/// raises a *suspicion* after as many packets as the evidence needs: a few when a fifth is lost, thousands for one in
/// fifty. The sender then slows down to what was delivered and loss among the packets sent since is counted: if it went
/// away, it was *overflow*; if it stayed, it is *random* and becomes the baseline. No queue need be seen, so policers
/// and
/// buffers of a few packets are found like any other. Not thread-safe.
final class LossClassifier {
    enum Finding {
        NOTHING,
        SUSPICION,
        OVERFLOW,
        RANDOM
    }

    /// Loss beyond the baseline by less than that is let pass.
    private static final double LEAST_EXCESS = 0.01;
    private static final double EXCESS_OF_BASELINE = 0.2;
    /// False alarms happen with a probability of about exp(-2 * this) a packet.
    private static final double CAUTION = 8;
    private static final double LEAST_SCORE = 4;
    /// A burst within one report is no congestion.
    private static final int LEAST_REPORTS = 2;
    /// Packets over which the baseline is a mean.
    private static final double BASELINE_PACKETS = 4000;
    private static final int LEAST_TRIAL_PACKETS = 40;
    /// Standard deviations between the outcomes of a trial.
    private static final double TRIAL_SIGMAS = 3;

    private double baseline;
    private double baselinePackets;

    private double score;
    private long runPackets;
    private long runLost;
    private int runReports;

    private boolean trial;
    private long trialFrom;
    private double suspected;
    private long trialPackets;
    private long trialLost;
    private long trialNeeds;
    private double measured;

    /// What was newly delivered and lost, all sent before `newestPacketNumber`; `maxTrialPackets` bounds how long a
    /// trial takes.
    Finding handle(int delivered, int lost, boolean learns, long newestPacketNumber, long maxTrialPackets) {
        int packets = delivered + lost;
        if (packets == 0) {
            return Finding.NOTHING;
        }
        return trial ? judge(packets, lost, newestPacketNumber, maxTrialPackets) : watch(packets, lost, learns);
    }

    private Finding watch(int packets, int lost, boolean learns) {
        double excess = Math.max(LEAST_EXCESS, EXCESS_OF_BASELINE * baseline);
        score += lost - packets * (confidentBaseline() + excess);
        if (score <= 0) {
            score = 0;
            runPackets = 0;
            runLost = 0;
            runReports = 0;
        } else {
            runPackets += packets;
            runLost += lost;
            runReports += lost > 0 ? 1 : 0;
            double enough = Math.max(LEAST_SCORE, CAUTION * baseline * (1 - baseline) / excess);
            if (score > enough && runReports >= LEAST_REPORTS) {
                return Finding.SUSPICION;
            }
        }
        if (learns) {
            learn(packets, lost);
        }
        return Finding.NOTHING;
    }

    private void learn(int packets, int lost) {
        baselinePackets = Math.min(BASELINE_PACKETS, baselinePackets + packets);
        baseline += ((double) lost / packets - baseline) * Math.min(1, packets / baselinePackets);
    }

    /// The baseline, or more while it rests on few packets.
    private double confidentBaseline() {
        double n = Math.max(1, baselinePackets);
        return baselinePackets >= BASELINE_PACKETS
                ? baseline
                : Math.min(1, baseline + TRIAL_SIGMAS * Math.sqrt(baseline * (1 - baseline) / n) + TRIAL_SIGMAS / n);
    }

    /// The sender slowed down: packets from this number on show whether that helped.
    void tryFrom(long packetNumber) {
        trial = true;
        trialFrom = packetNumber;
        suspected = runPackets == 0 ? 1 : (double) runLost / runPackets;
        trialPackets = 0;
        trialLost = 0;
        double half = Math.max(LEAST_EXCESS, suspected - baseline) / 2;
        double mean = (suspected + baseline) / 2;
        trialNeeds =
                (long) Math.max(LEAST_TRIAL_PACKETS, TRIAL_SIGMAS * TRIAL_SIGMAS * mean * (1 - mean) / (half * half));
        score = 0;
        runPackets = 0;
        runLost = 0;
        runReports = 0;
    }

    private Finding judge(int packets, int lost, long newestPacketNumber, long maxTrialPackets) {
        if (newestPacketNumber - packets < trialFrom) {
            return Finding.NOTHING;
        }
        trialPackets += packets;
        trialLost += lost;
        if (trialPackets < Math.min(trialNeeds, Math.max(LEAST_TRIAL_PACKETS, maxTrialPackets))) {
            return Finding.NOTHING;
        }
        trial = false;
        measured = (double) trialLost / trialPackets;
        if (measured < (suspected + baseline) / 2) {
            return Finding.OVERFLOW;
        }
        baseline = measured;
        baselinePackets = Math.min(baselinePackets, (double) trialPackets);
        return Finding.RANDOM;
    }

    /// Takes the baseline for what a start-up saw while it found no queue.
    void learnDirectly(int packets, int lost) {
        learn(packets, lost);
    }

    boolean onTrial() {
        return trial;
    }

    /// Share lost without the sender's doing.
    double baseline() {
        return baseline;
    }

    /// Share lost in what raised the suspicion.
    double suspected() {
        return suspected;
    }
}
