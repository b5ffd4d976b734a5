package org.fastsend.core.congestion;

/// FAST TCP's window (equation 1 of "FAST TCP: From Theory to Experiments"), paced: every other round trip
/// w <- min(2w, (1 - gamma) w + gamma (baseRTT / RTT w + alpha)). As published it knows no loss, its base is the least
/// round trip ever seen, and alpha is a constant number of datagrams. Not thread-safe.
final class FastController implements Controller {
    private static final double GAMMA = 0.5;
    private static final int ALPHA_DATAGRAMS = 200;
    /// Above the window's own rate, so that the window and not the pace is what binds.
    private static final double PACING_GAIN = 1.25;
    private static final double NEWEST_RTT_WEIGHT = 0.25;

    private final RateRules rules;
    private final PacedWindow window;

    FastController(RateSettings settings, int datagramBytes) {
        this.window = new PacedWindow(datagramBytes, NEWEST_RTT_WEIGHT);
        this.rules = new RateRules(settings, datagramBytes);
    }

    @Override
    public void handleSent(long packetNumber, int bytes, long nowNanos) {
        window.handleSent(packetNumber);
    }

    @Override
    public void handleDatagramBytes(int bytes) {
        window.handleDatagramBytes(bytes);
    }

    @Override
    public void handleReport(Report report, long nowNanos) {
        rules.storage(report.storageBytesPerSecond());
        if (report.latestRttNanos() == Report.NONE) {
            return;
        }
        window.handleRtt(report.latestRttNanos());
        if (window.endsRound(report.newestPacketNumber()) && !report.appLimited()) {
            double now = window.datagrams();
            double alpha = ALPHA_DATAGRAMS * rules.share();
            double next = (1 - GAMMA) * now + GAMMA * (window.baseRttNanos() / window.smoothedRttNanos() * now + alpha);
            window.set(Math.min(2 * now, next));
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

    @Override
    public long rateBytesPerSecond() {
        return rules.rate(PACING_GAIN * window.bytesPerSecond());
    }

    @Override
    public long inflightCapBytes() {
        return window.bytes();
    }

    @Override
    public long quantumNanos() {
        return Pacer.MAX_QUANTUM_NANOS;
    }

    @Override
    public Insight insight() {
        return window.insight(rules, "fast", rateBytesPerSecond());
    }
}
