package org.fastsend.core.congestion;

/// Sends at the least of target, storage and aggregate, whatever the network says.
final class FixedRate implements Controller {
    private static final long DEFAULT_BYTES_PER_SECOND = 1_250_000;

    private RateSettings settings;
    private long allotment = Long.MAX_VALUE;
    private long storage = Long.MAX_VALUE;
    private final int datagramBytes;

    FixedRate(RateSettings settings, int datagramBytes, long nowNanos) {
        this.settings = settings;
        this.datagramBytes = datagramBytes;
    }

    @Override
    public void handleSent(long packetNumber, int bytes, long nowNanos) {}

    @Override
    public void handleReport(Report report, long nowNanos) {
        storage = report.storageBytesPerSecond();
    }

    @Override
    public void handleTimer(long nowNanos) {}

    @Override
    public long nextDeadlineNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public void change(RateSettings settings, long nowNanos) {
        this.settings = settings;
    }

    @Override
    public void allot(long bytesPerSecond, long nowNanos) {
        allotment = bytesPerSecond;
    }

    @Override
    public long rateBytesPerSecond() {
        long target = settings.targetBytesPerSecond();
        long network = target == Long.MAX_VALUE ? DEFAULT_BYTES_PER_SECOND : target;
        return Math.max(datagramBytes, Math.min(Math.min(network, storage), allotment));
    }

    @Override
    public long inflightCapBytes() {
        return rateBytesPerSecond();
    }

    @Override
    public long quantumNanos() {
        return Pacer.MAX_QUANTUM_NANOS;
    }

    @Override
    public Insight insight() {
        return new Insight(Insight.Rule.TARGET, "fixed", rateBytesPerSecond(), rateBytesPerSecond(), 0, 0, 0);
    }
}
