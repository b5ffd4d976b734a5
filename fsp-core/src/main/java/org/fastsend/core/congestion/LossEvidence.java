package org.fastsend.core.congestion;

/// Evidence that more is lost than usual: the cumulative sum of what is lost beyond that (Page's test), and the *run*
/// of packets since it was last zero. It is enough after as many packets as it takes to be sure: a few when a fifth is
/// lost, thousands for one in fifty. Not thread-safe.
final class LossEvidence {
    /// Loss beyond the baseline by less than that is let pass.
    static final double LEAST_EXCESS = 0.01;

    private static final double EXCESS_OF_BASELINE = 0.2;
    /// False alarms happen with a probability of about exp(-2 * this) a packet.
    private static final double CAUTION = 8;
    private static final double LEAST_SCORE = 4;
    /// A burst within one report is no congestion.
    private static final int LEAST_REPORTS = 2;

    private final LossTally run = new LossTally();
    private double score;
    private double enough;

    /// Packets that met such a queue.
    ///
    /// @param baseline share that is lost usually
    /// @param allowed share that is let pass, which is more where the baseline is in doubt
    void handle(int packets, int lost, QueueView queue, double baseline, double allowed) {
        double excess = Math.max(LEAST_EXCESS, EXCESS_OF_BASELINE * baseline);
        enough = Math.max(LEAST_SCORE, CAUTION * baseline * (1 - baseline) / excess);
        score += lost - packets * (allowed + excess);
        if (score <= 0) {
            restart();
        } else {
            run.handle(packets, lost, queue);
        }
    }

    void restart() {
        score = 0;
        run.restart();
    }

    /// Whether nothing speaks for it now.
    boolean isNone() {
        return score == 0;
    }

    boolean isEnough() {
        return score > enough && run.reports() >= LEAST_REPORTS;
    }

    LossTally run() {
        return run;
    }
}
