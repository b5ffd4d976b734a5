package org.fastsend.core.congestion;

import java.util.OptionalDouble;

/// The sender among those who share its bottleneck: when it is time to [drain][Drain] the queue, or to
/// [sound][Sounding] the buffer first, what [comes back][Echo] of that, and whether the others are [rivals][Rivalry].
/// Not thread-safe.
final class Company {
    private final Drain drain;
    private final Sounding sounding = new Sounding();
    private final Echo echo = new Echo();
    private final Rivalry rivalry = new Rivalry();

    Company(Drain drain) {
        this.drain = drain;
    }

    /// What a report shows of the bottleneck.
    ///
    /// @param spanNanos a round trip of the control loop
    /// @param lagNanos from a dip at the bottleneck until this sender's answer gets there
    /// @param emptyNanos less than that is no queue
    /// @param shiftNanos how much longer the empty path is than it was taken for at the report before
    /// @param heedsRivals whether rivals are of any interest to the sender
    /// @param mayFill whether the queue may be filled as far as the buffer goes
    /// @param full whether the queue fills a buffer in which rivals could keep one
    record Sight(
            Bottleneck link,
            double queueNanos,
            double spanNanos,
            long lagNanos,
            double emptyNanos,
            long shiftNanos,
            boolean heedsRivals,
            boolean mayFill,
            boolean full) {}

    /// A packet was sent.
    void handleSent(long packetNumber, int bytes, long nowNanos) {
        drain.handleSent(packetNumber, bytes, nowNanos);
        echo.handleSent(packetNumber, sounding.isOn(nowNanos));
    }

    /// A report came. Returns how high the queue stood where the buffer ended, if a sounding has shown that.
    ///
    /// @param peakNanos the queue's greatest height in it
    /// @param usualLoss share that the path loses, rather too much than too little
    OptionalDouble echo(Report report, long peakNanos, double usualLoss) {
        return echo.handleReport(report, peakNanos, usualLoss);
    }

    void handleReport(Sight sight, long nowNanos) {
        Bottleneck link = sight.link();
        double queue = sight.queueNanos();
        Drain.Verdict verdict =
                drain.handleReport(queue, sight.shiftNanos(), sight.emptyNanos(), sight.full(), nowNanos);
        if (sight.heedsRivals()) {
            rivalry.handleDrain(verdict, link.part(), nowNanos);
        }
        boolean suspicious = sight.heedsRivals() && Rivalry.isSuspicious(link.part());
        boolean overdue = suspicious && drain.isOverdue(sight.lagNanos(), nowNanos);
        if (sounding.isOn(nowNanos) || !(overdue || drain.isDue(sight.lagNanos(), nowNanos))) {
            return;
        }
        boolean mayFill = sight.mayFill() && !drain.isNewcomers();
        boolean sounds = mayFill && !rivalry.present() && sounding.begins(link, queue, nowNanos);
        if (!sounds) {
            double height = Math.max(queue, sounding.takeHeightNanos());
            // Who pushes has much of the link, and would never learn otherwise that there is nobody to push against.
            drain.begin(height, link, sight.spanNanos(), rivalry.present(), nowNanos);
        }
    }

    /// A report came; that share is what the path loses whatever the sender does.
    void handleLoss(Report report, double usualLoss, long nowNanos) {
        rivalry.handleLoss(report.deliveredPackets(), report.lostPackets(), usualLoss, nowNanos);
    }

    /// A round trip went by, with that share of the link.
    void handleRound(double share, long nowNanos) {
        rivalry.handleRound(share, nowNanos);
    }

    /// What to send at instead of the usual rate; that itself if there is no reason.
    double rate(double usualBytesPerSecond, long nowNanos) {
        if (drain.isOn(nowNanos)) {
            return drain.part() * usualBytesPerSecond;
        }
        return sounding.isOn(nowNanos) ? sounding.bytesPerSecond() : usualBytesPerSecond;
    }

    /// Whether it drains or sounds now.
    boolean isActing(long nowNanos) {
        return drain.isOn(nowNanos) || sounding.isOn(nowNanos);
    }

    /// Whether the queue is not what the sender's usual work makes it.
    boolean disturbs(long nowNanos) {
        return drain.disturbs(nowNanos) || sounding.isOn(nowNanos);
    }

    /// Whether there are rivals.
    boolean isRival() {
        return rivalry.present();
    }

    /// How hard to push against rivals; 1 without any.
    double push() {
        return rivalry.push();
    }
}
