package org.fastsend.core.congestion;

/// CUBIC (RFC 9438), paced at 1.25 times its window a round trip and bound by it: what TCP does on most hosts, beside
/// FSP's own law to compare with. Slow start ends at the first loss or when the delay of a round rises (HyStart++,
/// RFC 9406, without its conservative phase). Not thread-safe.
final class CubicController implements Controller {
    private static final double SECOND = 1e9;
    private static final long MS = 1_000_000;
    private static final double C = 0.4;
    private static final double BETA = 0.7;
    private static final int MIN_DATAGRAMS = 2;
    private static final double SLOW_START_GAIN = 2;
    private static final double PACING_GAIN = 1.25;
    private static final double NEWEST_RTT_WEIGHT = 0.125;
    private static final long MIN_RISE_NANOS = 4 * MS;
    private static final long MAX_RISE_NANOS = 16 * MS;

    private final RateRules rules;
    private final PacedWindow window;
    private boolean slowStart = true;
    private double maxWindow;
    private double origin;
    private double kSeconds;
    private double renoWindow;
    private long epochNanos = Long.MIN_VALUE;
    private long recoverPacket = -1;
    private long roundMinNanos = Long.MAX_VALUE;
    private long lastRoundMinNanos = Long.MAX_VALUE;

    CubicController(RateSettings settings, int datagramBytes) {
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
        long rtt = report.latestRttNanos();
        if (rtt != Report.NONE) {
            window.handleRtt(rtt);
            roundMinNanos = Math.min(roundMinNanos, rtt);
        }
        if (report.lostPackets() > 0 && report.newestPacketNumber() >= recoverPacket) {
            reduce();
        } else if (report.newestPacketNumber() >= recoverPacket && !report.appLimited()) {
            grow(report.deliveredPackets(), nowNanos);
        }
        if (window.endsRound(report.newestPacketNumber())) {
            endRound();
        }
    }

    private void reduce() {
        double now = window.datagrams();
        recoverPacket = window.nextPacket();
        slowStart = false;
        maxWindow = now < maxWindow ? now * (1 + BETA) / 2 : now;
        window.set(Math.max(MIN_DATAGRAMS, now * BETA));
        epochNanos = Long.MIN_VALUE;
    }

    private void grow(int delivered, long nowNanos) {
        double now = window.datagrams();
        if (slowStart) {
            window.set(now + delivered);
            return;
        }
        if (epochNanos == Long.MIN_VALUE) {
            epochNanos = nowNanos;
            origin = Math.max(now, maxWindow);
            kSeconds = Math.cbrt((origin - now) / C);
            renoWindow = now;
        }
        double t = (nowNanos - epochNanos + window.smoothedRttNanos()) / SECOND;
        double target = origin + C * Math.pow(t - kSeconds, 3);
        renoWindow += 3 * (1 - BETA) / (1 + BETA) * delivered / now;
        double wanted = Math.clamp(target, now, 1.5 * now);
        window.set(Math.max(now + (wanted - now) / now * delivered, renoWindow));
    }

    private void endRound() {
        if (slowStart && lastRoundMinNanos != Long.MAX_VALUE && roundMinNanos != Long.MAX_VALUE) {
            long rise = Math.clamp(lastRoundMinNanos / 8, MIN_RISE_NANOS, MAX_RISE_NANOS);
            if (roundMinNanos >= lastRoundMinNanos + rise) {
                slowStart = false;
                maxWindow = window.datagrams();
            }
        }
        lastRoundMinNanos = roundMinNanos;
        roundMinNanos = Long.MAX_VALUE;
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
        return rules.rate(window.bytesPerSecond() * (slowStart ? SLOW_START_GAIN : PACING_GAIN));
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
        return window.insight(rules, slowStart ? "slow-start" : "cubic", rateBytesPerSecond());
    }
}
