package org.fastsend.core.sim.udp;

import java.util.ArrayDeque;
import org.fastsend.core.congestion.Controller;
import org.fastsend.core.congestion.Insight;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.congestion.Report;

/// BBR version 1 (draft-cardwell-iccrg-bbr-congestion-control-00) as foreign traffic: start-up, drain,
/// the cycle of gains, probing the round trip.
public final class BbrController implements Controller {
    private static final double HIGH_GAIN = 2.885;
    private static final double[] CYCLE = {1.25, 0.75, 1, 1, 1, 1, 1, 1};
    private static final long PROBE_RTT_EVERY = 10_000_000_000L;
    private static final long PROBE_RTT_LASTS = 200_000_000;
    private static final int WINDOW_ROUNDS = 10;

    private record Sample(long round, double bytesPerSecond) {}

    private enum Phase {
        STARTUP,
        DRAIN,
        CYCLE,
        PROBE_RTT
    }

    private int datagramBytes;
    private final ArrayDeque<Sample> bandwidths = new ArrayDeque<>();
    private Phase phase = Phase.STARTUP;
    private long round;
    private long roundEndNanos;
    private double roundBytes;
    private long roundStartNanos;
    private double fullBandwidth;
    private int fullRounds;
    private long minRtt = Long.MAX_VALUE;
    private long minRttNanos;
    private long probeEndNanos;
    private int step;
    private long stepNanos;
    private long inflight;

    public BbrController(int datagramBytes, long nowNanos) {
        this.datagramBytes = datagramBytes;
        this.minRttNanos = nowNanos;
        this.roundStartNanos = nowNanos;
    }

    @Override
    public void handleSent(long packetNumber, int bytes, long nowNanos) {}

    @Override
    public void handleDatagramBytes(int bytes) {
        datagramBytes = bytes;
    }

    @Override
    public void handleReport(Report report, long nowNanos) {
        inflight = report.inflightBytes();
        if (report.latestRttNanos() != Report.NONE && report.latestRttNanos() <= minRtt) {
            minRtt = report.latestRttNanos();
            minRttNanos = nowNanos;
        }
        roundBytes += report.deliveredBytes();
        if (report.newestSentNanos() >= roundEndNanos) {
            endRound(nowNanos);
        }
        advance(nowNanos);
        if (nowNanos - minRttNanos > PROBE_RTT_EVERY && phase != Phase.PROBE_RTT) {
            phase = Phase.PROBE_RTT;
            probeEndNanos = nowNanos + PROBE_RTT_LASTS + minRtt;
            minRtt = Long.MAX_VALUE;
        }
    }

    private void endRound(long nowNanos) {
        double seconds = (nowNanos - roundStartNanos) / 1e9;
        if (seconds > 0 && roundBytes > 0 && phase != Phase.PROBE_RTT) {
            bandwidths.add(new Sample(round, roundBytes / seconds));
        }
        bandwidths.removeIf(sample -> sample.round() < round - WINDOW_ROUNDS);
        if (phase == Phase.STARTUP) {
            boolean grew = bandwidth() >= 1.25 * fullBandwidth;
            fullRounds = grew ? 0 : fullRounds + 1;
            fullBandwidth = grew ? bandwidth() : fullBandwidth;
            phase = fullRounds >= 3 ? Phase.DRAIN : phase;
        }
        round++;
        roundBytes = 0;
        roundStartNanos = nowNanos;
        roundEndNanos = nowNanos;
    }

    private void advance(long nowNanos) {
        if (phase == Phase.DRAIN && inflight <= bdp()) {
            phase = Phase.CYCLE;
            step = 2;
            stepNanos = nowNanos;
        } else if (phase == Phase.CYCLE && nowNanos - stepNanos > minRtt && (step != 0 || inflight >= 1.25 * bdp())) {
            step = (step + 1) % CYCLE.length;
            stepNanos = nowNanos;
        } else if (phase == Phase.PROBE_RTT && nowNanos >= probeEndNanos) {
            phase = fullRounds >= 3 ? Phase.CYCLE : Phase.STARTUP;
            minRttNanos = nowNanos;
            stepNanos = nowNanos;
        }
    }

    private double bandwidth() {
        double most = 0;
        for (Sample sample : bandwidths) {
            most = Math.max(most, sample.bytesPerSecond());
        }
        return most;
    }

    private double bdp() {
        return bandwidth() * (minRtt == Long.MAX_VALUE ? 1e8 : minRtt) / 1e9;
    }

    private double gain() {
        return switch (phase) {
            case STARTUP -> HIGH_GAIN;
            case DRAIN -> 1 / HIGH_GAIN;
            case CYCLE -> CYCLE[step];
            case PROBE_RTT -> 1;
        };
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
        double network = bandwidth() > 0 ? bandwidth() : 10.0 * datagramBytes / 0.1;
        return (long) Math.max(datagramBytes, gain() * network);
    }

    @Override
    public long inflightCapBytes() {
        double gain = phase == Phase.STARTUP || phase == Phase.DRAIN ? HIGH_GAIN : 2;
        return phase == Phase.PROBE_RTT
                ? 4L * datagramBytes
                : (long) Math.max(10.0 * datagramBytes, gain * bdp() + 4.0 * datagramBytes);
    }

    @Override
    public long quantumNanos() {
        return 1_000_000;
    }

    @Override
    public Insight insight() {
        return new Insight(
                Insight.Rule.NETWORK, phase.name(), rateBytesPerSecond(), rateBytesPerSecond(), minRtt, 0, 0);
    }
}
