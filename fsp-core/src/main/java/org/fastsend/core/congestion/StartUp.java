package org.fastsend.core.congestion;

/// Finds the path's free capacity without flooding it: the rate doubles each round trip, and each round begins with a
/// chirp, a few milliseconds at four times the rate. If the chirp builds no queue, the next round may go to half the
/// chirp's rate. If it does, the height of the queue says how much room there is, and the search is over two doublings
/// early: nothing but the chirp itself ever exceeded the link. Not thread-safe.
final class StartUp {
    private static final double SECOND = 1e9;
    private static final long MS = 1_000_000;
    private static final double CHIRP_FACTOR = 4;
    private static final double SEEK_CHIRP_FACTOR = 1.5;
    /// Once the order of magnitude is known.
    private static final double FINE_CHIRP_FACTOR = 1.35;
    private static final long CHIRP_NANOS = 8 * MS;
    private static final int CHIRP_DATAGRAMS = 12;
    private static final double FIRST_CHIRP_BYTES_PER_SECOND = 2_500_000;
    /// A peak below that is noise of bursts and clocks.
    private static final double PEAK_OF_CHIRP = 0.25;
    /// A chirp that had less than that part of its data shows nothing about the path.
    private static final double SHOWN = 0.6;
    /// What of the room found is taken at once.
    private static final double TAKEN = 0.9;
    private static final double FINELY_TAKEN = 0.98;
    /// Before anything is known: fifty datagrams of 1,500 bytes a second.
    private static final double FIRST_BYTES_PER_SECOND = 75_000;

    private enum Part {
        CHIRP,
        PAUSE,
        STEADY
    }

    private int datagramBytes;
    private Part part = Part.CHIRP;
    private double steadyRate = FIRST_BYTES_PER_SECOND;
    private double chirpRate = FIRST_CHIRP_BYTES_PER_SECOND;
    private double chirpNanos;
    private long partEndNanos = Long.MIN_VALUE;
    private long firstPacket = -1;
    private long lastPacket = -1;
    private long nextPacket;
    private long sentBytes;
    private long chirpedBytes;
    private long peakNanos;
    private long overtakenBefore;
    private long arrived;
    private long declaredLost;
    private long packets;
    /// Declared so or overtaken: recovery declares most of them too late for this.
    private long lost;
    private boolean fine;
    private boolean done;
    private long overflowNanos;
    private double floorRate;
    private long standingNanos;

    StartUp(int datagramBytes) {
        this.datagramBytes = datagramBytes;
        chirpNanos = chirpNanos();
    }

    private double chirpNanos() {
        return Math.max(CHIRP_NANOS, CHIRP_DATAGRAMS * datagramBytes * SECOND / chirpRate);
    }

    void handleDatagramBytes(int bytes) {
        datagramBytes = bytes;
    }

    void handleSent(long packetNumber, int bytes, long nowNanos) {
        nextPacket = packetNumber + 1;
        sentBytes += bytes;
        if (firstPacket < 0) {
            firstPacket = packetNumber;
            lastPacket = -1;
            sentBytes = bytes;
            part = Part.CHIRP;
            partEndNanos = nowNanos + (long) chirpNanos;
        }
    }

    void handleTimer(long nowNanos) {
        if (nowNanos < partEndNanos || partEndNanos == Long.MIN_VALUE) {
            return;
        }
        if (part == Part.CHIRP && firstPacket >= 0) {
            lastPacket = nextPacket - 1;
            chirpedBytes = sentBytes;
            part = Part.PAUSE;
            partEndNanos = nowNanos + (long) (2 * chirpNanos);
        } else {
            part = Part.STEADY;
            partEndNanos = Long.MAX_VALUE;
        }
    }

    long nextDeadlineNanos() {
        return partEndNanos == Long.MIN_VALUE ? Long.MAX_VALUE : partEndNanos;
    }

    void handleReport(Report report, ForwardDelay delay, LossClassifier losses, double ceiling, long nowNanos) {
        handleTimer(nowNanos);
        if (report.newestPacketNumber() < firstPacket || firstPacket < 0) {
            standingNanos = delay.latestNanos();
            overtakenBefore = report.overtakenPackets();
            return;
        }
        if (report.maxForwardNanos() != Report.NONE) {
            peakNanos = Math.max(peakNanos, delay.peakNanos());
        }
        declaredLost += report.lostPackets();
        arrived += report.deliveredPackets();
        lost = Math.max(0, declaredLost + report.overtakenPackets() - overtakenBefore);
        packets = arrived + lost;
        if (lastPacket >= 0 && report.newestPacketNumber() >= lastPacket) {
            conclude(losses, ceiling, nowNanos);
        }
    }

    private void conclude(LossClassifier losses, double ceiling, long nowNanos) {
        double peak = Math.max(0, peakNanos - standingNanos);
        long chirped = lastPacket - firstPacket + 1;
        double usual = losses.baseline();
        double excess = Math.max(0, lost - packets * usual - 3 * Math.sqrt(packets * usual) - 2) / chirped;
        double room = chirpRate * (1 - Math.min(0.9, excess)) / (1 + peak / chirpNanos);
        boolean full = peak > PEAK_OF_CHIRP * chirpNanos || excess > 0.1 || lost > packets / 2;
        if (excess > 0.05) {
            overflowNanos = peakNanos;
        }
        double meant = Math.min(chirpRate, ceiling);
        if (!full && chirpedBytes < SHOWN * meant * chirpNanos / SECOND) {
            chirp(chirpRate / steadyRate, nowNanos);
            return;
        }
        if (!full) {
            losses.learnDirectly((int) Math.max(1, packets), (int) lost);
        }
        if (!full && ceiling < chirpRate) {
            done = true;
            part = Part.STEADY;
            steadyRate = Math.max(steadyRate, ceiling);
            return;
        }
        if (fine) {
            done = true;
            part = Part.STEADY;
            steadyRate = Math.max(steadyRate, FINELY_TAKEN * Math.min(room, chirpRate / 1.1));
            return;
        }
        fine = full;
        steadyRate = Math.max(floorRate, full ? room * TAKEN : chirpRate / 2);
        chirp(full ? FINE_CHIRP_FACTOR : CHIRP_FACTOR, nowNanos);
    }

    private void chirp(double factor, long nowNanos) {
        chirpRate = factor * steadyRate;
        chirpNanos = chirpNanos();
        part = Part.CHIRP;
        partEndNanos = nowNanos + (long) chirpNanos;
        firstPacket = -1;
        lastPacket = -1;
        peakNanos = 0;
        arrived = 0;
        declaredLost = 0;
        packets = 0;
        lost = 0;
    }

    /// Searches again from a rate at which the path shows no queue.
    void resume(double fromBytesPerSecond, long nowNanos) {
        done = false;
        fine = false;
        overflowNanos = 0;
        steadyRate = fromBytesPerSecond;
        floorRate = fromBytesPerSecond;
        chirp(SEEK_CHIRP_FACTOR, nowNanos);
    }

    double rateBytesPerSecond() {
        return switch (part) {
            case CHIRP -> chirpRate;
            case PAUSE -> Math.max(steadyRate / 2, datagramBytes);
            case STEADY -> Math.max(steadyRate, datagramBytes);
        };
    }

    boolean done() {
        return done;
    }

    /// Queueing delay at which the chirp lost packets; 0 if it lost none.
    long overflowNanos() {
        return overflowNanos;
    }
}
