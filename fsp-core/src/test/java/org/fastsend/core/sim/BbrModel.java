package org.fastsend.core.sim;

import java.util.Arrays;
import org.fastsend.core.congestion.Controller;
import org.fastsend.core.congestion.Insight;
import org.fastsend.core.congestion.Pacer;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.congestion.Report;

/// A sender that behaves like BBR version 1, for cross traffic: the greatest delivery rate of ten rounds, gains cycling
/// around it, at most two bandwidth-delay products in flight, the least round trip looked for every ten seconds.
public final class BbrModel implements Controller {
    private static final double SECOND = 1e9;
    private static final long MS = 1_000_000;
    private static final double STARTUP_GAIN = 2.885;
    private static final double[] CYCLE = {1.25, 0.75, 1, 1, 1, 1, 1, 1};
    private static final long RTT_MEMORY_NANOS = 10_000 * MS;
    private static final long PROBE_RTT_NANOS = 200 * MS;

    private enum Mode {
        STARTUP,
        DRAIN,
        CYCLE,
        PROBE_RTT
    }

    private int datagramBytes;
    private final double[] roundRates = new double[10];
    private Mode mode = Mode.STARTUP;
    private double windowBytes;
    private double windowNanos;
    private double roundBest;
    private int round;
    private double full;
    private int fullRounds;
    private int phase = 2;
    private long phaseNanos;
    private long baseNanos = 100 * MS;
    private long baseSeenNanos = Long.MIN_VALUE;
    private long probeEndNanos;
    private long nextPacket;
    private long roundPacket;
    private long inflight;

    public BbrModel(int datagramBytes) {
        this.datagramBytes = datagramBytes;
    }

    @Override
    public void handleSent(long packetNumber, int bytes, long nowNanos) {
        nextPacket = packetNumber + 1;
    }

    @Override
    public void handleDatagramBytes(int bytes) {
        datagramBytes = bytes;
    }

    @Override
    public void handleReport(Report report, long nowNanos) {
        inflight = report.inflightBytes();
        long rtt = report.latestRttNanos();
        boolean stale = baseSeenNanos != Long.MIN_VALUE && nowNanos - baseSeenNanos > RTT_MEMORY_NANOS;
        if (rtt != Report.NONE && (baseSeenNanos == Long.MIN_VALUE || rtt <= baseNanos || stale)) {
            baseNanos = rtt;
            baseSeenNanos = nowNanos;
        }
        windowBytes += report.deliveredBytes();
        windowNanos += report.intervalNanos();
        if (report.newestPacketNumber() >= roundPacket) {
            endRound();
        }
        advance(stale, nowNanos);
    }

    private void endRound() {
        roundPacket = nextPacket;
        roundRates[round % roundRates.length] = windowNanos == 0 ? 0 : windowBytes * SECOND / windowNanos;
        round++;
        windowBytes = 0;
        windowNanos = 0;
        roundBest = Arrays.stream(roundRates).max().orElse(0);
        if (mode == Mode.STARTUP) {
            fullRounds = roundBest > 1.25 * full ? 0 : fullRounds + 1;
            full = Math.max(full, roundBest);
            if (fullRounds >= 3) {
                mode = Mode.DRAIN;
            }
        }
    }

    private void advance(boolean stale, long nowNanos) {
        if (stale && mode != Mode.STARTUP) {
            mode = Mode.PROBE_RTT;
            probeEndNanos = nowNanos + PROBE_RTT_NANOS + baseNanos;
        }
        if (mode == Mode.PROBE_RTT && nowNanos >= probeEndNanos) {
            mode = Mode.CYCLE;
        }
        if (mode == Mode.DRAIN && inflight <= product()) {
            mode = Mode.CYCLE;
            phaseNanos = nowNanos;
        }
        if (mode == Mode.CYCLE && nowNanos - phaseNanos > baseNanos) {
            boolean drained = phase != 1 || inflight <= product();
            if (drained || nowNanos - phaseNanos > 2 * baseNanos) {
                phase = (phase + 1) % CYCLE.length;
                phaseNanos = nowNanos;
            }
        }
    }

    private double product() {
        return roundBest * baseNanos / SECOND;
    }

    @Override
    public void handleTimer(long nowNanos) {}

    @Override
    public long nextDeadlineNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public void change(RateSettings settings, long nowNanos) {}

    @Override
    public void allot(long bytesPerSecond, long nowNanos) {}

    @Override
    public long rateBytesPerSecond() {
        double bandwidth = Math.max(roundBest, 10.0 * datagramBytes * SECOND / baseNanos);
        double gain = switch (mode) {
            case STARTUP -> STARTUP_GAIN;
            case DRAIN -> 1 / STARTUP_GAIN;
            case CYCLE -> CYCLE[phase];
            case PROBE_RTT -> 1;
        };
        return (long) (bandwidth * gain);
    }

    @Override
    public long inflightCapBytes() {
        long least = 4L * datagramBytes;
        return switch (mode) {
            case STARTUP, DRAIN -> Math.max(20L * datagramBytes, (long) (STARTUP_GAIN * product()));
            case CYCLE -> Math.max(least, (long) (2 * product()));
            case PROBE_RTT -> least;
        };
    }

    @Override
    public long quantumNanos() {
        return Pacer.MAX_QUANTUM_NANOS;
    }

    @Override
    public Insight insight() {
        return new Insight(Insight.Rule.NETWORK, "bbr", rateBytesPerSecond(), (long) roundBest, baseNanos, 0, 0);
    }
}
