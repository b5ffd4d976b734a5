package org.fastsend.core.congestion;

/// The time between two chirps: which delays come and go, and what is lost, without them. Not thread-safe.
final class Lull {
    private static final double QUIETENING = 0.9;
    /// One long delay alone is no noise: it would hide every queue for many round trips.
    private static final double SUDDEN_NANOS = 2e6;

    private static final double SUDDEN = 2;
    private static final int BURST_DATAGRAMS = 3;
    private static final double CLOCK_NANOS = 0.3e6;

    /// What the ends of pauses lost is told once it is about so many: fewer would be a guess that holds for long.
    private static final int TELLING_PACKETS = 100;

    private final SteadyLoss loss = new SteadyLoss();
    private final LossTally pauses = new LossTally();
    private double noiseNanos;
    private boolean quiet;
    /// The first packet behind the newest pause, and the first of that pause's end; -1 before.
    private long steadyFrom = -1;
    private long pausedFrom = -1;
    /// The same of the lull before the chirp that is decided on.
    private long quietFrom = -1;
    private long calmFrom = -1;
    private boolean paused;

    /// A packet that no chirp and no pause sent.
    void handleSent(long packetNumber) {
        if (steadyFrom < 0) {
            steadyFrom = packetNumber;
        }
    }

    /// A packet of a pause's end, when chirps lose nothing any more: on a short path there is little else between two.
    void handlePaused(long packetNumber) {
        if (pausedFrom < 0) {
            pausedFrom = packetNumber;
            quietFrom = quietFrom < 0 ? packetNumber : quietFrom;
            calmFrom = calmFrom < 0 ? packetNumber : calmFrom;
        }
    }

    /// A chirp is sent, and a pause begins.
    void begin() {
        pausedFrom = -1;
    }

    /// The next chirp is decided on: what is sent from now on belongs to another lull, but for the rest of a pause.
    void end() {
        paused = steadyFrom < 0;
        quietFrom = paused ? pausedFrom : steadyFrom;
        calmFrom = pausedFrom < 0 ? steadyFrom : pausedFrom;
        steadyFrom = -1;
        quiet = false;
        loss.restart();
    }

    /// What is lost between chirps is the path's usual loss; what the chirps themselves lose may be their doing.
    ///
    /// @param lost newly, less what turned up after all
    void learn(Report report, long lost, LossClassifier losses) {
        int least = (int) Math.max(0, lost);
        int packets = report.deliveredPackets() + least;
        long first = report.newestPacketNumber() - packets + 1;
        boolean quietOnly = packets > 0 && quietFrom >= 0 && first >= quietFrom;
        if (quietOnly && !paused) {
            losses.learnDirectly(packets, least);
        } else if (packets > 0 && calmFrom >= 0 && first >= calmFrom) {
            pauses.handle(packets, least);
        }
        if (pauses.packets() >= TELLING_PACKETS) {
            losses.learnDirectly((int) pauses.packets(), (int) pauses.lost());
            pauses.restart();
        }
        if (quietOnly) {
            loss.handle(report.deliveredPackets(), lost);
            quiet = true;
        }
    }

    /// What comes and goes between chirps, beyond what bursts make, is no queue of a chirp's.
    ///
    /// @param datagramNanos that one datagram takes at the steady rate
    void listen(double jitterNanos, double datagramNanos) {
        if (quiet && !paused) {
            double bursts = BURST_DATAGRAMS * datagramNanos;
            double most = Math.max(SUDDEN_NANOS, SUDDEN * noiseNanos);
            double heard = Math.min(jitterNanos - bursts - CLOCK_NANOS, most);
            noiseNanos = Math.max(heard, QUIETENING * noiseNanos);
        }
    }

    /// Delays that come and go without chirps.
    double noiseNanos() {
        return noiseNanos;
    }

    /// Whether it is but the end of a pause.
    boolean isPause() {
        return paused;
    }

    /// What it loses between chirps.
    SteadyLoss loss() {
        return loss;
    }
}
