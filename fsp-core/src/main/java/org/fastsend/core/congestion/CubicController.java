package org.fastsend.core.congestion;

/// CUBIC (RFC 9438), paced at 1.25 times its window a round trip and bound by it: what TCP does on most hosts, beside
/// FSP's own law to compare with. Slow start ends at the first loss or when the delay of a round rises (HyStart++,
/// RFC 9406, without its conservative phase). Not thread-safe.
final class CubicController implements Controller {
    private static final double SECOND = 1e9;
    private static final long MS = 1_000_000;
    private static final double C = 0.4;
    private static final double BETA = 0.7;
    private static final int INITIAL_DATAGRAMS = 10;
    private static final int MIN_DATAGRAMS = 2;
    private static final double SLOW_START_GAIN = 2;
    private static final double PACING_GAIN = 1.25;
    private static final long MIN_RISE_NANOS = 4 * MS;
    private static final long MAX_RISE_NANOS = 16 * MS;

    private int datagramBytes;
    private final RateRules rules;
    /// In datagrams, as the RFC's formulas are.
    private double window = INITIAL_DATAGRAMS;
    private boolean slowStart = true;
    private double maxWindow;
    private double origin;
    private double kSeconds;
    private double renoWindow;
    private long epochNanos = Long.MIN_VALUE;
    private long nextPacket;
    private long recoverPacket = -1;
    private long roundPacket;
    private long roundMinNanos = Long.MAX_VALUE;
    private long lastRoundMinNanos = Long.MAX_VALUE;
    private long baseRttNanos = Long.MAX_VALUE;
    private double smoothedRttNanos = 100 * MS;

    CubicController(RateSettings settings, int datagramBytes) {
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
        if (rtt != Report.NONE) {
            smoothedRttNanos = baseRttNanos == Long.MAX_VALUE ? rtt : smoothedRttNanos + (rtt - smoothedRttNanos) / 8;
            baseRttNanos = Math.min(baseRttNanos, rtt);
            roundMinNanos = Math.min(roundMinNanos, rtt);
        }
        if (report.lostPackets() > 0 && report.newestPacketNumber() >= recoverPacket) {
            reduce();
        } else if (report.newestPacketNumber() >= recoverPacket && !report.appLimited()) {
            grow(report.deliveredPackets(), nowNanos);
        }
        if (report.newestPacketNumber() >= roundPacket) {
            endRound();
        }
    }

    private void reduce() {
        recoverPacket = nextPacket;
        slowStart = false;
        maxWindow = window < maxWindow ? window * (1 + BETA) / 2 : window;
        window = Math.max(MIN_DATAGRAMS, window * BETA);
        epochNanos = Long.MIN_VALUE;
    }

    private void grow(int delivered, long nowNanos) {
        if (slowStart) {
            window += delivered;
            return;
        }
        if (epochNanos == Long.MIN_VALUE) {
            epochNanos = nowNanos;
            origin = Math.max(window, maxWindow);
            kSeconds = Math.cbrt((origin - window) / C);
            renoWindow = window;
        }
        double t = (nowNanos - epochNanos + smoothedRttNanos) / SECOND;
        double target = origin + C * Math.pow(t - kSeconds, 3);
        renoWindow += 3 * (1 - BETA) / (1 + BETA) * delivered / window;
        double wanted = Math.clamp(target, window, 1.5 * window);
        window += (wanted - window) / window * delivered;
        window = Math.max(window, renoWindow);
    }

    private void endRound() {
        if (slowStart && lastRoundMinNanos != Long.MAX_VALUE && roundMinNanos != Long.MAX_VALUE) {
            long rise = Math.clamp(lastRoundMinNanos / 8, MIN_RISE_NANOS, MAX_RISE_NANOS);
            if (roundMinNanos >= lastRoundMinNanos + rise) {
                slowStart = false;
                maxWindow = window;
            }
        }
        lastRoundMinNanos = roundMinNanos;
        roundMinNanos = Long.MAX_VALUE;
        roundPacket = nextPacket;
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
        return window * datagramBytes * SECOND / smoothedRttNanos;
    }

    @Override
    public long rateBytesPerSecond() {
        return rules.rate(networkRate() * (slowStart ? SLOW_START_GAIN : PACING_GAIN));
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
                slowStart ? "slow-start" : "cubic",
                rateBytesPerSecond(),
                (long) networkRate(),
                base,
                base == 0 ? 0 : (long) smoothedRttNanos - base,
                0);
    }
}
