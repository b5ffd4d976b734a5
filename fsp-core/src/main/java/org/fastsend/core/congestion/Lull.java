package org.fastsend.core.congestion;

/// The time between two chirps: which delays come and go, and what is lost, without them. Not thread-safe.
final class Lull {
    private static final double QUIETENING = 0.9;
    /// One long delay alone is no noise: it would hide every queue for many round trips.
    private static final double SUDDEN_NANOS = 2e6;

    private static final double SUDDEN = 2;
    private static final int BURST_DATAGRAMS = 3;
    private static final double CLOCK_NANOS = 0.3e6;

    private final SteadyLoss loss = new SteadyLoss();
    private double noiseNanos;
    private boolean quiet;
    /// The first packet behind a chirp's pause: of the newest chirp, and of the one before.
    private long steadyFrom = -1;
    private long quietFrom = -1;

    /// A packet that no chirp and no pause sent.
    void handleSent(long packetNumber) {
        if (steadyFrom < 0) {
            steadyFrom = packetNumber;
        }
    }

    /// The next chirp is decided on: what is sent from now on belongs to another lull.
    void end() {
        quietFrom = steadyFrom;
        steadyFrom = -1;
        quiet = false;
        loss.restart();
    }

    /// What is lost between chirps is the path's usual loss; what the chirps themselves lose may be their doing.
    ///
    /// @param lost newly, less what turned up after all
    void learn(Report report, long lost, LossClassifier losses) {
        if (quietFrom < 0 || report.newestPacketNumber() < quietFrom) {
            return;
        }
        int least = (int) Math.max(0, lost);
        if (quiet && report.deliveredPackets() + least > 0) {
            losses.learnDirectly(report.deliveredPackets() + least, least);
        }
        if (quiet) {
            loss.handle(report.deliveredPackets(), lost);
        }
        quiet = true;
    }

    /// What comes and goes between chirps, beyond what bursts make, is no queue of a chirp's.
    ///
    /// @param datagramNanos that one datagram takes at the steady rate
    void listen(double jitterNanos, double datagramNanos) {
        if (quiet) {
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

    /// What it loses between chirps.
    SteadyLoss loss() {
        return loss;
    }
}
