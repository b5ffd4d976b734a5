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
    private static final double FIRST_CHIRP_BYTES_PER_SECOND = 6_000_000;
    /// What of a chirp that found no queue is taken: there may have been a little.
    private static final double CLEARED = 0.7;
    /// A chirp that was no faster than that many times the rate shows nothing about the path.
    private static final double SHOWN = 1.2;
    /// What of the room found is taken at once.
    private static final double TAKEN = 0.9;
    private static final double FINELY_TAKEN = 0.98;
    /// Before anything is known: fifty datagrams of 1,500 bytes a second.
    private static final double FIRST_BYTES_PER_SECOND = 75_000;
    private static final double PAUSE_CHIRPS = 2;
    /// So long before its end a pause loses nothing to a chirp any more: at half the rate the queue only falls.
    private static final double QUIET_CHIRPS = 1.5;
    /// A queue that stands without a chirp says that the path has become full meanwhile.
    private static final double STANDING_NANOS = 2e6;

    private static final int STANDING_DATAGRAMS = 3;
    /// So many chirps in a row that show no more than the rate say that this host sends no faster.
    private static final int MOST_VAIN_CHIRPS = 6;
    /// So often a chirp that this host spoilt is sent again at once, instead of a round trip later.
    private static final int MOST_SPOILT_CHIRPS = 3;
    /// On a shorter path a round trip at too high a rate costs less than another chirp.
    private static final double COSTLY_RTT_NANOS = 25e6;
    /// What this host is late within a chirp.
    private static final long MADE_UP_NANOS = 1_000_000;
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
    private final RoomReading reading = new RoomReading();
    private int vainChirps;
    private int spoiltChirps;
    /// The chirp that is on its way was spoilt, too, as often as it was repeated.
    private boolean spoilt;
    private boolean resumed;
    private boolean done;
    /// The path was full before the last chirp was there.
    private boolean unheard;
    private long overflowNanos;
    private long declaredLost;
    private long lostSoFar;
    /// A chirp has just ended: what the packet behind it sees is worth a report.
    private final ReportRequest request = new ReportRequest();
    private final Lull lull = new Lull();
    private boolean queued;
    private double rttNanos;

    StartUp(int datagramBytes) {
        this.datagramBytes = datagramBytes;
        this.chirp = Chirp.coarse(FIRST_CHIRP_BYTES_PER_SECOND, datagramBytes);
    }

    void handleDatagramBytes(int bytes) {
        datagramBytes = bytes;
    }

    void handleSent(long packetNumber, int bytes, long nowNanos) {
        if (part == Part.CHIRP) {
            chirp.handleSent(packetNumber, bytes, nowNanos);
            partEndNanos = chirp.endNanos();
        } else if (part == Part.STEADY) {
            lull.handleSent(packetNumber);
        } else if (nowNanos > partEndNanos - QUIET_CHIRPS * chirp.nanos()) {
            lull.handlePaused(packetNumber);
        }
    }

    void handleTimer(long nowNanos) {
        if (nowNanos < partEndNanos) {
            return;
        }
        switch (part) {
            case CHIRP -> {
                lull.begin();
                begin(Part.PAUSE, nowNanos + (long) (PAUSE_CHIRPS * chirp.nanos()));
                spoilt = chirp.isSpoilt(nowNanos);
                if (spoilt && spoiltChirps < MOST_SPOILT_CHIRPS) {
                    spoiltChirps++;
                    next(chirp.again());
                } else {
                    request.set(true);
                }
            }
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

    /// Whether the receiver should report at once; asks once.
    boolean asksForReport() {
        return request.take();
    }

    void handleReport(Report report, ForwardDelay delay, LossClassifier losses, double ceiling, long nowNanos) {
        handleTimer(nowNanos);
        declaredLost += report.lostPackets();
        long before = lostSoFar;
        lostSoFar = declaredLost + report.overtakenPackets();
        if (!chirp.isReached(report.newestPacketNumber())) {
            lull.learn(report, lostSoFar - before, losses);
            if (lull.loss().floods()) {
                provenRate = 0;
                finish((lull.isPause() ? pauseRate() : steadyRate)
                        * (1 - lull.loss().flood()));
                return;
            }
            long standing = Math.min(delay.latestNanos(), delay.queueNanos());
            if (report.maxForwardNanos() != Report.NONE) {
                lull.listen((double) delay.peakNanos() - standing, datagramNanos());
            }
            chirp.handleBefore(standing, lull.noiseNanos(), lostSoFar);
            if (resumed && standing > STANDING_NANOS + STANDING_DATAGRAMS * datagramNanos()) {
                unheard = chirp.isBegun();
                finish(steadyRate);
            }
            return;
        }
        if (report.maxForwardNanos() != Report.NONE) {
            chirp.handleDelays(delay.peakNanos(), delay.meanNanos(), report.deliveredPackets());
            if (chirp.isPassed(report.newestPacketNumber())) {
                chirp.handleBehind(delay.newestNanos(), report.newestSentNanos());
            }
        }
        chirp.handleCounts(report.deliveredPackets(), report.measuredPackets(), lostSoFar);
        rttNanos = delay.rttNanos();
        if (chirp.isThrough(report.newestPacketNumber(), nowNanos)) {
            conclude(losses, ceiling, nowNanos);
        }
    }

    /// That one datagram takes at the steady rate.
    private double datagramNanos() {
        return datagramBytes * SECOND / steadyRate;
    }

    private Chirp coarse(double bytesPerSecond) {
        return Chirp.coarse(bytesPerSecond, datagramBytes);
    }

    private Chirp fine(double bytesPerSecond) {
        return Chirp.fine(bytesPerSecond, datagramBytes, reading.isByQueue(), lull.noiseNanos(), rttNanos);
    }

    private void conclude(LossClassifier losses, double ceiling, long nowNanos) {
        if (!chirp.shows(SHOWN * steadyRate)) {
            if (ceiling < SHOWN * steadyRate) {
                finish(ceiling);
            } else {
                double again = Math.min(chirp.bytesPerSecond(), ceiling);
                chirpAgain(reading.isNone() ? coarse(again) : fine(again), nowNanos);
            }
            return;
        }
        if (resumed && rttNanos > COSTLY_RTT_NANOS && chirp.isUnseen()) {
            chirpAgain(chirp.again(), nowNanos);
            return;
        }
        lull.loss().expect(losses.confidentBaseline());
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
        } else if (full && reading.isNone() && spoilt && chirp.isSlight(expected)) {
            chirpAgain(coarse(Math.min(chirp.bytesPerSecond(), CHIRP_FACTOR * room)), nowNanos);
        } else if (reading.isNone()) {
            searched(full, room, nowNanos);
        } else {
            askedAgain(full, room, nowNanos);
        }
    }

    /// A coarse chirp is through.
    private void searched(boolean full, double room, long nowNanos) {
        if (!full && provenRate > steadyRate) {
            steadyRate = provenRate;
            vainChirps = 0;
            send(coarse(CHIRP_FACTOR * steadyRate), nowNanos);
        } else if (!full) {
            chirpAgain(coarse(CHIRP_FACTOR * steadyRate), nowNanos);
        } else if (reading.isKnown(room) || (resumed && overflowNanos > 0 && room < SHOWN * steadyRate)) {
            finish(TAKEN * room);
        } else {
            reading.read(room, chirp.isBuilding());
            steadyRate = Math.max(provenRate, TAKEN * room);
            send(fine(FINE_CHIRP_FACTOR * steadyRate), nowNanos + chirp.peakNanos());
        }
    }

    /// The chirp was sent too slowly to show more than is known: once more, but not for ever.
    private void chirpAgain(Chirp another, long nowNanos) {
        vainChirps++;
        if (vainChirps >= MOST_VAIN_CHIRPS) {
            finish(steadyRate);
        } else {
            send(another, nowNanos);
        }
    }

    /// A fine chirp is through.
    private void askedAgain(boolean full, double room, long nowNanos) {
        if (reading.isContradictedBy(chirp, full, room)) {
            reading.contradict();
            steadyRate = Math.max(steadyRate, provenRate);
            send(coarse(CHIRP_FACTOR * steadyRate), nowNanos);
        } else if (reading.isDoubtedBy(room)) {
            send(fine(chirp.bytesPerSecond()), nowNanos + chirp.peakNanos());
        } else {
            finish(FINELY_TAKEN * reading.best(room));
        }
    }

    private void finish(double bytesPerSecond) {
        done = true;
        begin(Part.STEADY, Long.MAX_VALUE);
        steadyRate = Math.max(provenRate, bytesPerSecond);
    }

    /// The next chirp, now or when the pause is over, not before the queue of the last one is gone.
    private void send(Chirp toCome, long notBeforeNanos) {
        long pauseEndNanos = part == Part.PAUSE ? Math.max(partEndNanos, notBeforeNanos) : notBeforeNanos;
        next(toCome);
        spoiltChirps = 0;
        begin(Part.PAUSE, pauseEndNanos);
    }

    /// On a short path no report may come before it is on its way: what is known by now has to do.
    private void next(Chirp toCome) {
        chirp = toCome;
        chirp.handleBefore(0, lull.noiseNanos(), lostSoFar);
        lull.end();
    }

    /// Searches again from a rate at which the path shows no queue.
    ///
    /// @param overtaken packets that are missing already, and none of its doing
    void resume(double fromBytesPerSecond, long overtaken, long nowNanos) {
        lostSoFar = declaredLost + overtaken;
        done = false;
        unheard = false;
        resumed = true;
        overflowNanos = 0;
        reading.restart();
        vainChirps = 0;
        steadyRate = fromBytesPerSecond;
        provenRate = fromBytesPerSecond;
        send(coarse(SEEK_CHIRP_FACTOR * steadyRate), nowNanos);
    }

    double rateBytesPerSecond() {
        return switch (part) {
            case CHIRP -> chirp.bytesPerSecond();
            case PAUSE -> pauseRate();
            case STEADY -> Math.max(steadyRate, datagramBytes);
        };
    }

    /// A chirp shows as much as it was fast, and hosts are often a little late; but it does not begin with a burst.
    long creditNanos() {
        return part == Part.CHIRP && chirp.isBegun() ? MADE_UP_NANOS : 0;
    }

    private double pauseRate() {
        return Math.max(steadyRate / 2, datagramBytes);
    }

    boolean done() {
        return done;
    }

    /// How it ended, once it is [#done].
    SearchEnd end() {
        return new SearchEnd(overflowNanos, lull.loss().flood(), queued, unheard);
    }
}
