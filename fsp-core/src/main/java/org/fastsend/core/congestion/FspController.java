package org.fastsend.core.congestion;

/// FSP's own controller; docs/udp-channel.md explains it.
final class FspController implements Controller {
    static final double SECOND = 1e9;
    private static final long MS = 1_000_000;
    /// What reporting on a clock adds to a round trip.
    private static final long LAG_NANOS = 8 * MS;

    private static final double GAIN = 0.5;
    private static final double DRAIN = 0.5;
    private static final long BASE_AGE_NANOS = 10_000 * MS;
    private static final double PEAK_MEMORY_NANOS = 20_000.0 * MS;
    private static final long HIGH_MEMORY_NANOS = 60_000 * MS;

    private final int datagramBytes;
    private final ForwardDelay delay = new ForwardDelay();
    private final LossClassifier losses = new LossClassifier();
    private final DeliveryRate deliveries = new DeliveryRate();
    private final StartUp startUp;
    private final RateRules rules;

    private boolean starting = true;
    private double window;
    private double networkRate;
    private long nextPacket;
    private long reportNanos;
    private long inflightBytes;
    private long maxRttNanos;

    /// Queueing delay at the last overflow; 0 if none is remembered.
    private double highNanos;
    private double untestedHighNanos;
    private long highSetNanos;
    private double runPeakNanos;

    private long drainUntilNanos;
    private long baseSeenNanos;
    private int quietRounds;
    private int seekAfterRounds = 3;
    private long roundPacket;
    private double roundQueueNanos;

    FspController(RateSettings settings, int datagramBytes, long nowNanos) {
        this.datagramBytes = datagramBytes;
        this.rules = new RateRules(settings, datagramBytes);
        this.startUp = new StartUp(datagramBytes);
        reportNanos = nowNanos;
        baseSeenNanos = nowNanos;
    }

    @Override
    public void handleSent(long packetNumber, int bytes, long nowNanos) {
        nextPacket = packetNumber + 1;
        if (starting) {
            startUp.handleSent(packetNumber, nowNanos);
        }
    }

    @Override
    public void handleReport(Report report, long nowNanos) {
        delay.handleReport(report, nowNanos);
        deliveries.handle(report, nowNanos, Math.max(20 * MS, delay.baseRttNanos() / 2));
        inflightBytes = report.inflightBytes();
        maxRttNanos = Math.max(delay.rttNanos(), maxRttNanos - (nowNanos - reportNanos) / 10);
        rules.storage(report.storageBytesPerSecond());
        double elapsed = nowNanos - reportNanos;
        reportNanos = nowNanos;
        if (delay.baseRttNanos() == 0) {
            return;
        }
        if (starting) {
            start(report, nowNanos);
        } else {
            cruise(report, elapsed, nowNanos);
        }
    }

    private void start(Report report, long nowNanos) {
        startUp.handleReport(report, delay, losses, nowNanos);
        networkRate = startUp.rateBytesPerSecond();
        if (startUp.done()) {
            starting = false;
            window = networkRate * spanNanos(0) / SECOND;
            if (startUp.overflowNanos() > 0) {
                highNanos = startUp.overflowNanos();
                highSetNanos = nowNanos;
            }
            beginRound();
            baseSeenNanos = nowNanos;
            deliveries.restart();
        }
    }

    /// Round trip as the control loop sees it, with that much queue.
    private double spanNanos(double queueNanos) {
        return delay.baseRttNanos() + LAG_NANOS + queueNanos;
    }

    private void cruise(Report report, double elapsed, long nowNanos) {
        double queue = delay.queueNanos();
        double span = spanNanos(queue);
        double rate = window * SECOND / span;
        judgeLoss(report, rate, elapsed, nowNanos);
        double target = targetNanos(rate, nowNanos);
        if (nowNanos >= drainUntilNanos) {
            double step = GAIN * elapsed / (span + target) * rate / SECOND * (target - queue);
            double most = window * Math.pow(2, elapsed / span) - window;
            window += Math.min(step, most);
            window = Math.max(window, 2 * datagramBytes);
        }
        base(queue, target, nowNanos);
        roundQueueNanos = Math.max(roundQueueNanos, (double) delay.latestNanos());
        if (report.newestPacketNumber() >= roundPacket) {
            endRound(rate, target, nowNanos);
        }
        double correction = (window - inflightBytes - rate * LAG_NANOS / SECOND) / window;
        networkRate = window * SECOND / spanNanos(queue) * Math.clamp(1 + correction, 0.5, 1.5);
        if (nowNanos < drainUntilNanos) {
            networkRate = window * SECOND / spanNanos(queue) * DRAIN;
        }
    }

    private void beginRound() {
        roundPacket = nextPacket;
        roundQueueNanos = 0;
    }

    /// Looks for more when the path shows no queue though it should; ever more rarely if there is nothing to be found.
    private void endRound(double rate, double target, long nowNanos) {
        boolean quiet = roundQueueNanos < target / 4 && nowNanos > drainUntilNanos && !losses.onTrial();
        quietRounds = quiet ? quietRounds + 1 : 0;
        if (!quiet && roundQueueNanos > target / 2) {
            seekAfterRounds = 3;
        }
        beginRound();
        if (quietRounds >= seekAfterRounds && rate < rules.ceiling()) {
            quietRounds = 0;
            seekAfterRounds = Math.min(64, 2 * seekAfterRounds);
            startUp.resume(rate, nowNanos);
            starting = true;
        }
    }

    private void judgeLoss(Report report, double rate, double elapsed, long nowNanos) {
        if (report.maxForwardNanos() != Report.NONE) {
            runPeakNanos = Math.max((double) delay.peakNanos(), runPeakNanos * Math.exp(-elapsed / PEAK_MEMORY_NANOS));
        }
        long most = (long) (4 * rate / datagramBytes * delay.rttNanos() / SECOND);
        switch (losses.handle(
                report.deliveredPackets(),
                report.lostPackets(),
                delay.latestNanos() < 0.75 * runPeakNanos,
                report.newestPacketNumber(),
                most)) {
            case SUSPICION -> {
                untestedHighNanos = highNanos;
                highNanos = Math.max(0.2 * MS, runPeakNanos);
                highSetNanos = nowNanos;
                double arrived = deliveries.bytesPerSecond() / (1 - losses.baseline());
                window = Math.min(window, 0.95 * arrived * spanNanos(targetNanos(arrived, nowNanos)) / SECOND);
                losses.tryFrom(nextPacket);
            }
            case RANDOM -> highNanos = untestedHighNanos;
            case OVERFLOW, NOTHING -> {}
        }
    }

    /// The queue that a rate asks for: ever less the faster it is, so that equal queues mean equal rates.
    private double targetNanos(double rate, long nowNanos) {
        double bits = 8 * rate / rules.share();
        double free = 5.5 * MS * Math.pow(1e9 / Math.max(bits, 30e6), 0.45) * Math.pow(Math.max(1, 30e6 / bits), 0.25);
        if (highNanos == 0) {
            return free;
        }
        double age = nowNanos - highSetNanos - HIGH_MEMORY_NANOS;
        double high = age > 0 ? highNanos * Math.pow(2, age / (10_000.0 * MS)) : highNanos;
        return Math.min(free, 0.45 * high);
    }

    /// Looks for the empty path when it was not seen for a while.
    private void base(double queue, double target, long nowNanos) {
        if (queue < target / 8) {
            baseSeenNanos = nowNanos;
        }
        if (nowNanos - baseSeenNanos > BASE_AGE_NANOS && nowNanos > drainUntilNanos) {
            drainUntilNanos = nowNanos + (long) (2.5 * queue) + 2 * MS;
            baseSeenNanos = nowNanos;
            delay.forget();
        }
    }

    @Override
    public void handleTimer(long nowNanos) {
        if (starting) {
            startUp.handleTimer(nowNanos);
            networkRate = startUp.rateBytesPerSecond();
        }
    }

    @Override
    public long nextDeadlineNanos() {
        return starting ? startUp.nextDeadlineNanos() : Long.MAX_VALUE;
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
        return rules.rate(starting ? startUp.rateBytesPerSecond() : networkRate);
    }

    @Override
    public long inflightCapBytes() {
        if (starting) {
            return Long.MAX_VALUE;
        }
        return (long) (1.25 * rateBytesPerSecond() * (maxRttNanos + 2.5 * LAG_NANOS) / SECOND) + 16L * datagramBytes;
    }

    @Override
    public long quantumNanos() {
        if (starting) {
            return Pacer.MAX_QUANTUM_NANOS / 4;
        }
        return highNanos == 0
                ? Pacer.MAX_QUANTUM_NANOS
                : (long) Math.clamp(highNanos / 8, 0.05 * MS, (double) Pacer.MAX_QUANTUM_NANOS);
    }

    @Override
    public Insight insight() {
        String phase =
                starting ? "start-up" : reportNanos < drainUntilNanos ? "drain" : losses.onTrial() ? "trial" : "cruise";
        return new Insight(
                rules.rule(networkRate),
                phase,
                rateBytesPerSecond(),
                (long) networkRate,
                delay.baseRttNanos(),
                delay.queueNanos(),
                losses.baseline());
    }
}
