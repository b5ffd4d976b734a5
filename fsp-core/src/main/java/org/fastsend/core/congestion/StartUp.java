package org.fastsend.core.congestion;

/// Finds the path's free capacity without flooding it. Each round trip begins with a [Chirp] at several times the rate.
/// If it builds no queue, the rate may follow it most of the way. If it does, the height of the queue says how much
/// room there is, and a longer, finer chirp asks again: hosts and processors make delays of their own, which look like
/// queues, but not twice, and nothing makes a full path look empty. So the search goes on where the second chirp
/// contradicts the first one. Only chirps ever exceed the link. Not thread-safe.
final class StartUp {
    private static final double CHIRP_FACTOR = 3.5;
    private static final double SEEK_CHIRP_FACTOR = 2;
    /// Once the order of magnitude is known.
    private static final double FINE_CHIRP_FACTOR = 1.5;
    private static final double FINE_STRETCH = 1.5;
    /// Losses without a queue need more packets to be told from chance.
    private static final double LOSS_STRETCH = 4;
    private static final double FIRST_CHIRP_BYTES_PER_SECOND = 6_000_000;
    /// What of a chirp that found no queue is taken: there may have been a little.
    private static final double CLEARED = 0.7;
    /// A chirp that was no faster than that many times the rate shows nothing about the path.
    private static final double SHOWN = 1.2;
    /// What of the room found is taken at once.
    private static final double TAKEN = 0.9;
    private static final double FINELY_TAKEN = 0.98;
    /// The second reading contradicts the first if it is higher, or lower, by that.
    private static final double HIGHER = 1.2;
    private static final double LOWER = 0.75;
    /// A reading near a contradicted one is believed after all.
    private static final double SAME = 1.3;
    /// Before anything is known: fifty datagrams of 1,500 bytes a second.
    private static final double FIRST_BYTES_PER_SECOND = 75_000;
    private static final double PAUSE_CHIRPS = 2;
    /// A queue that stands without a chirp says that the path has become full meanwhile.
    private static final double STANDING_NANOS = 2e6;

    private static final int STANDING_DATAGRAMS = 3;
    /// A fine chirp is so many times as long as the delays that come and go without it.
    private static final double NOISES_OF_CHIRP = 6;

    private static final double MOST_FINE_NANOS = 60e6;
    private static final double QUIETENING = 0.9;
    private static final int BURST_DATAGRAMS = 3;
    /// So many chirps in a row that show no more than the rate say that this host sends no faster.
    private static final int MOST_VAIN_CHIRPS = 6;
    private static final double CLOCK_NANOS = 0.3e6;
    private static final double SECOND = 1e9;

    private enum Part {
        CHIRP,
        PAUSE,
        STEADY
    }

    private int datagramBytes;
    private Part part = Part.CHIRP;
    private double steadyRate = FIRST_BYTES_PER_SECOND;
    private Chirp chirp;
    private long partEndNanos = Long.MAX_VALUE;
    /// A rate that a chirp has shown to be free.
    private double provenRate;
    /// The room that the first and the second chirp found which saw the path full; 0 before.
    private double reading;
    private double secondReading;
    private double contradicted;
    private double fineStretch = FINE_STRETCH;
    private double noiseNanos;
    private int vainChirps;
    private boolean resumed;
    private boolean done;
    private long overflowNanos;
    private long declaredLost;
    private long lostSoFar;
    private final SteadyLoss steadyLoss = new SteadyLoss();
    private boolean queued;
    /// The first packet behind a chirp's pause: of the newest chirp, and of the one before.
    private long steadyFrom = -1;
    private long quietFrom = -1;
    private boolean quiet;

    StartUp(int datagramBytes) {
        this.datagramBytes = datagramBytes;
        this.chirp = new Chirp(FIRST_CHIRP_BYTES_PER_SECOND, datagramBytes, 1, 0);
    }

    void handleDatagramBytes(int bytes) {
        datagramBytes = bytes;
    }

    void handleSent(long packetNumber, int bytes, long nowNanos) {
        if (part == Part.CHIRP) {
            chirp.handleSent(packetNumber, bytes, nowNanos);
            partEndNanos = chirp.endNanos();
        } else if (part == Part.STEADY && steadyFrom < 0) {
            steadyFrom = packetNumber;
        }
    }

    void handleTimer(long nowNanos) {
        if (nowNanos < partEndNanos) {
            return;
        }
        switch (part) {
            case CHIRP -> begin(Part.PAUSE, nowNanos + (long) (PAUSE_CHIRPS * chirp.nanos()));
            case PAUSE, STEADY -> begin(chirp.isBegun() ? Part.STEADY : Part.CHIRP, Long.MAX_VALUE);
        }
    }

    private void begin(Part next, long endNanos) {
        part = next;
        partEndNanos = endNanos;
    }

    long nextDeadlineNanos() {
        return partEndNanos;
    }

    void handleReport(Report report, ForwardDelay delay, LossClassifier losses, double ceiling, long nowNanos) {
        handleTimer(nowNanos);
        declaredLost += report.lostPackets();
        long before = lostSoFar;
        lostSoFar = declaredLost + report.overtakenPackets();
        if (!chirp.isReached(report.newestPacketNumber())) {
            learn(report, lostSoFar - before, losses);
            if (steadyLoss.floods()) {
                provenRate = 0;
                finish(steadyRate * (1 - steadyLoss.flood()));
                return;
            }
            long standing = Math.min(delay.latestNanos(), delay.queueNanos());
            listen((double) delay.peakNanos() - standing);
            chirp.handleBefore(standing, noiseNanos, lostSoFar);
            if (resumed && standing > STANDING_NANOS + STANDING_DATAGRAMS * datagramBytes * SECOND / steadyRate) {
                finish(steadyRate);
            }
            return;
        }
        if (report.maxForwardNanos() != Report.NONE) {
            chirp.handlePeak(delay.peakNanos());
        }
        chirp.handleCounts(report.deliveredPackets(), lostSoFar);
        if (chirp.isThrough(report.newestPacketNumber(), nowNanos)) {
            conclude(losses, ceiling, nowNanos);
        }
    }

    /// What is lost between chirps is the path's usual loss; what the chirps themselves lose may be their doing.
    private void learn(Report report, long lost, LossClassifier losses) {
        if (quietFrom < 0 || report.newestPacketNumber() < quietFrom) {
            return;
        }
        int least = (int) Math.max(0, lost);
        if (quiet && report.deliveredPackets() + least > 0) {
            losses.learnDirectly(report.deliveredPackets() + least, least);
        }
        if (quiet) {
            steadyLoss.handle(report.deliveredPackets(), lost);
        }
        quiet = true;
    }

    /// What comes and goes between chirps, beyond what bursts make, is no queue of a chirp's.
    private void listen(double jitterNanos) {
        if (quiet) {
            double bursts = BURST_DATAGRAMS * datagramBytes * SECOND / steadyRate;
            noiseNanos = Math.max(jitterNanos - bursts - CLOCK_NANOS, QUIETENING * noiseNanos);
        }
    }

    /// A chirp half as fast again as the path builds a queue of a third of its length.
    private double leastFineNanos() {
        return Math.min(NOISES_OF_CHIRP * noiseNanos, MOST_FINE_NANOS);
    }

    private void conclude(LossClassifier losses, double ceiling, long nowNanos) {
        if (!chirp.shows(SHOWN * steadyRate)) {
            if (ceiling < SHOWN * steadyRate) {
                finish(ceiling);
            } else {
                chirpAgain(Math.min(chirp.bytesPerSecond(), ceiling), reading == 0 ? 1 : fineStretch, nowNanos);
            }
            return;
        }
        steadyLoss.expect(losses.confidentBaseline());
        double expected = losses.expected();
        boolean full = chirp.isFull(expected);
        queued |= chirp.isBuilding();
        double room = chirp.roomBytesPerSecond(full ? losses.baseline() : expected);
        overflowNanos = chirp.overflowed(expected) ? chirp.peakNanos() : 0;
        if (!full) {
            provenRate = Math.max(provenRate, CLEARED * room);
        }
        if (!full && ceiling <= chirp.bytesPerSecond()) {
            finish(ceiling);
        } else if (reading == 0) {
            searched(full, room, nowNanos);
        } else {
            askedAgain(room, nowNanos);
        }
    }

    /// A coarse chirp is through.
    private void searched(boolean full, double room, long nowNanos) {
        if (!full && provenRate > steadyRate) {
            steadyRate = provenRate;
            vainChirps = 0;
            chirp(CHIRP_FACTOR * steadyRate, 1, nowNanos);
        } else if (!full) {
            chirpAgain(CHIRP_FACTOR * steadyRate, 1, nowNanos);
        } else if (room < SAME * contradicted || (resumed && overflowNanos > 0 && room < SHOWN * steadyRate)) {
            finish(TAKEN * room);
        } else {
            reading = room;
            steadyRate = Math.max(provenRate, TAKEN * room);
            fineStretch = chirp.isBuilding() ? FINE_STRETCH : LOSS_STRETCH;
            chirp(FINE_CHIRP_FACTOR * steadyRate, fineStretch, nowNanos + chirp.peakNanos());
        }
    }

    /// The chirp was sent too slowly to show more than is known: once more, but not for ever.
    private void chirpAgain(double bytesPerSecond, double stretch, long nowNanos) {
        vainChirps++;
        if (vainChirps >= MOST_VAIN_CHIRPS) {
            finish(steadyRate);
        } else {
            chirp(bytesPerSecond, stretch, nowNanos);
        }
    }

    /// A fine chirp is through.
    private void askedAgain(double room, long nowNanos) {
        if (room > HIGHER * reading) {
            contradicted = reading;
            reading = 0;
            secondReading = 0;
            steadyRate = Math.max(steadyRate, provenRate);
            chirp(CHIRP_FACTOR * steadyRate, 1, nowNanos);
        } else if (room < LOWER * reading && secondReading == 0) {
            secondReading = room;
            chirp(chirp.bytesPerSecond(), fineStretch, nowNanos + chirp.peakNanos());
        } else {
            finish(FINELY_TAKEN * Math.max(room, secondReading));
        }
    }

    private void finish(double bytesPerSecond) {
        done = true;
        begin(Part.STEADY, Long.MAX_VALUE);
        steadyRate = Math.max(provenRate, bytesPerSecond);
    }

    /// The next chirp, now or when the pause is over, not before the queue of the last one is gone.
    private void chirp(double bytesPerSecond, double stretch, long notBeforeNanos) {
        long pauseEndNanos = part == Part.PAUSE ? Math.max(partEndNanos, notBeforeNanos) : notBeforeNanos;
        chirp = new Chirp(bytesPerSecond, datagramBytes, stretch, stretch == 1 ? 0 : leastFineNanos());
        quietFrom = steadyFrom;
        quiet = false;
        steadyLoss.restart();
        steadyFrom = -1;
        begin(Part.PAUSE, pauseEndNanos);
    }

    /// Searches again from a rate at which the path shows no queue.
    void resume(double fromBytesPerSecond, long nowNanos) {
        done = false;
        resumed = true;
        overflowNanos = 0;
        reading = 0;
        secondReading = 0;
        contradicted = 0;
        vainChirps = 0;
        steadyRate = fromBytesPerSecond;
        provenRate = fromBytesPerSecond;
        chirp(SEEK_CHIRP_FACTOR * steadyRate, 1, nowNanos);
    }

    double rateBytesPerSecond() {
        return switch (part) {
            case CHIRP -> chirp.bytesPerSecond();
            case PAUSE -> Math.max(steadyRate / 2, datagramBytes);
            case STEADY -> Math.max(steadyRate, datagramBytes);
        };
    }

    boolean done() {
        return done;
    }

    /// Share that was lost between chirps when that ended the search; 0 if something else did.
    double flood() {
        return steadyLoss.flood();
    }

    /// Whether a chirp built a queue, ever.
    boolean queued() {
        return queued;
    }

    /// Queueing delay at which a chirp lost packets; 0 if none did.
    long overflowNanos() {
        return overflowNanos;
    }
}
