package org.fastsend.core.congestion;

/// FAST TCP's window (equation 1 of "FAST TCP: From Theory to Experiments"), paced: every other round trip
/// w <- min(2w, (1 - gamma) w + gamma (baseRTT / RTT w + alpha)). As published it knows no loss, its base is the least
/// round trip ever seen, and alpha is a constant number of datagrams. Not thread-safe.
final class FastController implements Controller {
    private static final double SECOND = 1e9;
    private static final long MS = 1_000_000;
    private static final double GAMMA = 0.5;
    private static final int ALPHA_DATAGRAMS = 200;
    /// Above the window's own rate, so that the window and not the pace is what binds.
    private static final double PACING_GAIN = 1.25;
    private static final int INITIAL_DATAGRAMS = 10;

    private int datagramBytes;
    private final RateRules rules;
    private double window = INITIAL_DATAGRAMS;
    private double smoothedRttNanos;
    private long baseRttNanos = Long.MAX_VALUE;
    private long nextPacket;
    private long roundPacket;

    FastController(RateSettings settings, int datagramBytes) {
        this.datagramBytes = datagramBytes;
        this.rules = new RateRules(settings, datagramBytes);
    }

    @Override
    public void handleSent(long packetNumber, int bytes, long nowNanos) {
        nextPacket = packetNumber + 1;
    }

    /// The window is of so many bytes as before.
    @Override
    public void handleDatagramBytes(int bytes) {
        window *= (double) datagramBytes / bytes;
        datagramBytes = bytes;
    }

    @Override
    public void handleReport(Report report, long nowNanos) {
        rules.storage(report.storageBytesPerSecond());
        long rtt = report.latestRttNanos();
        if (rtt == Report.NONE) {
            return;
        }
        baseRttNanos = Math.min(baseRttNanos, rtt);
        smoothedRttNanos += smoothedRttNanos == 0 ? rtt : (rtt - smoothedRttNanos) / 4;
        if (report.newestPacketNumber() >= roundPacket) {
            roundPacket = nextPacket;
            if (!report.appLimited()) {
                double alpha = ALPHA_DATAGRAMS * rules.share();
                double next = (1 - GAMMA) * window + GAMMA * (baseRttNanos / smoothedRttNanos * window + alpha);
                window = Math.min(2 * window, next);
            }
        }
    }

    @Override
    public void handleTimer(long nowNanos) {}

    @Override
    public long nextDeadlineNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public void change(RateSettings settings, long nowNanos) {
        rules.change(settings);
    }

    @Override
    public void allot(long bytesPerSecond, long nowNanos) {
        rules.allot(bytesPerSecond);
    }

    private double networkRate() {
        return window * datagramBytes * SECOND / (smoothedRttNanos == 0 ? 100.0 * MS : smoothedRttNanos);
    }

    @Override
    public long rateBytesPerSecond() {
        return rules.rate(PACING_GAIN * networkRate());
    }

    @Override
    public long inflightCapBytes() {
        return (long) (window * datagramBytes);
    }

    @Override
    public long quantumNanos() {
        return Pacer.MAX_QUANTUM_NANOS;
    }

    @Override
    public Insight insight() {
        long base = baseRttNanos == Long.MAX_VALUE ? 0 : baseRttNanos;
        return new Insight(
                rules.rule(networkRate()),
                "fast",
                rateBytesPerSecond(),
                (long) networkRate(),
                base,
                base == 0 ? 0 : (long) smoothedRttNanos - base,
                0);
    }
}
