package org.fastsend.core.congestion;

/// What a sender sees of the bottleneck's queue, report by report. Not thread-safe.
final class QueueWatch {
    private static final double MS = 1e6;
    /// Of what the buffer held at the last overflow: with less no overflow is anybody's.
    private static final double STANDING = 0.25;

    private static final double LEAST_QUEUE_NANOS = 0.25 * MS;
    /// Ten senders who know the buffer keep it two thirds full: at that height losses still tell whose they are.
    private static final double NEARLY_FULL = 0.85;
    /// A remembered height may be too great, but hardly by as much again.
    private static final double LOW = 0.5;

    private final QueueRank ranks = new QueueRank();
    private double rank;

    /// The view of a report that the delays have digested already.
    ///
    /// @param highNanos the queue at the last overflow; 0 if none is remembered
    /// @param littleNanos less than that is no cause of loss
    /// @param datagramNanos what a datagram takes to pass the bottleneck
    /// @param drain the sender's last
    QueueView view(
            Report report,
            ForwardDelay delay,
            double highNanos,
            double littleNanos,
            double datagramNanos,
            Drain drain) {
        double peak = (double) delay.peakNanos();
        if (report.maxForwardNanos() != Report.NONE) {
            rank = ranks.handle(delay.peakNanos(), datagramNanos);
        }
        return new QueueView(
                delay.latestNanos() > Math.max(STANDING * highNanos, LEAST_QUEUE_NANOS),
                peak < littleNanos && (highNanos == 0 || highNanos > MS),
                filling(peak, highNanos, Math.max(LEAST_QUEUE_NANOS, 2 * datagramNanos)),
                drain.isOf(report),
                rank);
    }

    /// @param leastNanos a lower queue is none, and its height tells nothing
    private static QueueView.Filling filling(double peakNanos, double highNanos, double leastNanos) {
        if (highNanos == 0) {
            return QueueView.Filling.UNKNOWN;
        }
        double part = peakNanos / highNanos;
        if (part > NEARLY_FULL) {
            return QueueView.Filling.NEARLY_FULL;
        }
        return part < LOW && peakNanos > leastNanos ? QueueView.Filling.LOW : QueueView.Filling.PARTLY;
    }
}
