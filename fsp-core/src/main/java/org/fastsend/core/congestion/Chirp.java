package org.fastsend.core.congestion;

/// A few milliseconds of packets sent faster than the rest, and what became of them: the queue that they built and the
/// packets that found no room say how fast the path carries them. Not thread-safe.
final class Chirp {
    private static final double SECOND = 1e9;
    private static final long MS = 1_000_000;
    private static final long LEAST_NANOS = 6 * MS;
    private static final int LEAST_DATAGRAMS = 12;
    private static final double FINE_STRETCH = 1.5;
    /// Losses without a queue need more packets to be told from chance, at most so many times as many as usual.
    private static final double LOSS_STRETCH = 4;
    /// Of so many chance loses a hundredth more or less.
    private static final double LOSS_DATAGRAMS = 1000;
    /// A fine chirp is so many times as long as the delays that come and go without it.
    private static final double NOISES_OF_CHIRP = 6;
    private static final double MOST_NOISY_NANOS = 60 * MS;
    /// A long path has time for a longer one: what hosts add to it says the less of the path.
    private static final double CHIRPS_OF_RTT = 16;
    private static final double MOST_SPARE_NANOS = 20 * MS;
    /// Fewer show nothing.
    private static final int SHOWING_DATAGRAMS = 8;
    /// A peak below that is noise of bursts and clocks.
    private static final double PEAK_OF_CHIRP = 0.25;
    /// A pause of the sender's that long, beyond that between bursts, makes a peak of its own, which one that is to be
    /// exact cannot have.
    private static final double GAP_OF_FINE = 0.14;
    private static final double GAP_OF_COARSE = 0.3;
    private static final double MOST_EXCESS = 0.9;
    /// How many times its mean the greatest delay may be: twice, and a little for what is not seen.
    private static final double GROWN_OF_MEAN = 2.4;

    private final double bytesPerSecond;
    private final double nanos;
    private final double longestGapPart;
    private long standingNanos;
    private double noiseNanos;
    private long lostBefore;
    private long firstPacket = -1;
    private long lastPacket = -1;
    private long firstNanos;
    private long newestNanos;
    private long longestGapNanos;
    private long endNanos;
    private long bytes;
    private int count;
    private long peakNanos;
    /// No longer was the queue that it left.
    private long leftNanos = Long.MAX_VALUE;
    /// Summed over its packets.
    private double delayNanos;
    private long lost;
    private long arrived;
    /// Of those, packets whose delays are not known.
    private long unseen;

    private Chirp(double bytesPerSecond, double nanos, double longestGapPart) {
        this.bytesPerSecond = bytesPerSecond;
        this.nanos = nanos;
        this.longestGapPart = longestGapPart;
    }

    /// One that is to find out how fast the path is at all.
    ///
    /// @param datagramBytes of its packets
    static Chirp coarse(double bytesPerSecond, int datagramBytes) {
        return new Chirp(bytesPerSecond, usualNanos(bytesPerSecond, datagramBytes), GAP_OF_COARSE);
    }

    /// One that is to confirm what another has found. Half as fast again as the path, it builds a queue of a third
    /// of its length.
    ///
    /// @param datagramBytes of its packets
    /// @param byQueue whether it was a queue that told it, and not losses, which chance makes, too
    /// @param noiseNanos delays that come and go without a chirp
    /// @param rttNanos round trip of the path
    static Chirp fine(double bytesPerSecond, int datagramBytes, boolean byQueue, double noiseNanos, double rttNanos) {
        double usual = usualNanos(bytesPerSecond, datagramBytes);
        double enough = LOSS_DATAGRAMS * datagramBytes * SECOND / bytesPerSecond;
        double plain = usual * FINE_STRETCH;
        double told = byQueue ? plain : Math.clamp(enough, plain, usual * LOSS_STRETCH);
        double heard = Math.min(NOISES_OF_CHIRP * noiseNanos, MOST_NOISY_NANOS);
        double spare = Math.min(rttNanos / CHIRPS_OF_RTT, MOST_SPARE_NANOS);
        return new Chirp(bytesPerSecond, Math.max(told, Math.max(heard, spare)), GAP_OF_FINE);
    }

    private static double usualNanos(double bytesPerSecond, int datagramBytes) {
        return Math.max(LEAST_NANOS, LEAST_DATAGRAMS * datagramBytes * SECOND / bytesPerSecond);
    }

    /// The same, not sent yet.
    Chirp again() {
        return new Chirp(bytesPerSecond, nanos, longestGapPart);
    }

    double bytesPerSecond() {
        return bytesPerSecond;
    }

    /// How long it is meant to be.
    double nanos() {
        return nanos;
    }

    boolean isBegun() {
        return firstPacket >= 0;
    }

    /// When it is over; Long.MAX_VALUE before its first packet.
    long endNanos() {
        return isBegun() ? endNanos : Long.MAX_VALUE;
    }

    void handleSent(long packetNumber, int packetBytes, long nowNanos) {
        if (!isBegun()) {
            firstPacket = packetNumber;
            firstNanos = nowNanos;
            endNanos = nowNanos + (long) nanos;
        }
        if (nowNanos <= endNanos) {
            longestGapNanos = Math.max(longestGapNanos, count == 0 ? 0 : nowNanos - newestNanos);
            lastPacket = packetNumber;
            newestNanos = nowNanos;
            bytes += packetBytes;
            count++;
        }
    }

    /// Whether that packet, or one before it, is of the chirp or behind it.
    boolean isReached(long packetNumber) {
        return isBegun() && packetNumber >= firstPacket;
    }

    /// Whether this host paused while it sent it, now that its time is over.
    boolean isSpoilt(long nowNanos) {
        double usual = Pacer.MIN_BURST_DATAGRAMS * bytes / Math.max(1.0, count) * SECOND / bytesPerSecond;
        return Math.max(longestGapNanos, nowNanos - newestNanos) > usual + longestGapPart * nanos;
    }

    /// Whether that packet was sent behind it.
    boolean isPassed(long packetNumber) {
        return isBegun() && packetNumber > lastPacket;
    }

    /// Whether its last packet is known to have arrived.
    boolean isThrough(long packetNumber, long nowNanos) {
        return isBegun() && nowNanos > endNanos && packetNumber >= lastPacket;
    }

    /// How it was before: the queue, delays beyond it that come and go, and the packets lost or overtaken so far.
    void handleBefore(long queueNanos, double jitterNanos, long lostSoFar) {
        standingNanos = queueNanos;
        noiseNanos = jitterNanos;
        lostBefore = lostSoFar;
    }

    /// A report of its time came, about so many packets.
    void handleDelays(long mostNanos, long meanNanos, int packets) {
        peakNanos = Math.max(peakNanos, mostNanos);
        delayNanos += packets * (double) Math.max(0, meanNanos - standingNanos);
    }

    /// A packet that followed it met that delay: the queue that it left had shrunk by no more than the time between.
    void handleBehind(long delayNanos, long sentNanos) {
        leftNanos = Math.min(leftNanos, delayNanos + Math.max(0, sentNanos - newestNanos));
    }

    /// @param delivered packets since the last call
    /// @param measured of them, whose delays are known: the others' went with a report that was lost
    /// @param lostSoFar as before
    void handleCounts(int delivered, int measured, long lostSoFar) {
        arrived += delivered;
        unseen += Math.max(0, delivered - measured);
        lost = Math.max(0, lostSoFar - lostBefore);
    }

    /// Whether too little is known of its packets' delays to say that it built no queue.
    boolean isUnseen() {
        return 2 * unseen > count;
    }

    /// The rate at which it left: less than meant if the sender had nothing to send, or no time.
    private double sentBytesPerSecond() {
        return Math.min(bytesPerSecond, bytes * SECOND / Math.max(nanos, (double) (newestNanos - firstNanos)));
    }

    /// Whether it was fast enough to show something.
    boolean shows(double leastBytesPerSecond) {
        return count >= SHOWING_DATAGRAMS && sentBytesPerSecond() >= leastBytesPerSecond;
    }

    /// The queue that it built, as a part of its length.
    private double peak() {
        return queueNanos() / nanos;
    }

    /// The queue that it built. A path that it fills makes the queue grow from its
    /// first packet to its last, so that the mean delay is half of the greatest, and what follows it at once
    /// is delayed as much; where either is far less, somebody paused for a moment.
    private double queueNanos() {
        double grown = GROWN_OF_MEAN * delayNanos / Math.max(1, count - lost);
        double highest = (double) Math.min(peakNanos, leftNanos) - standingNanos;
        return Math.max(0, Math.min(highest, grown) - noiseNanos);
    }

    long peakNanos() {
        return peakNanos;
    }

    private BurstLoss loss() {
        return new BurstLoss(count, arrived + lost, lost);
    }

    /// What found no room, as a part of it: that much more was lost than chance takes of the rest.
    private double excess(double usualLoss) {
        return Math.clamp(loss().excess(usualLoss) / (1 - usualLoss), 0, MOST_EXCESS);
    }

    /// Whether the path had no room for a part of it, beyond what may be chance.
    ///
    /// @param expectedLoss of packets, rather too much than too little
    boolean overflowed(double expectedLoss) {
        return loss().overflowed(expectedLoss);
    }

    /// Whether the path was full: a part stands in the queue, a part had no room, or a part of each together.
    boolean isFull(double expectedLoss) {
        boolean both = loss().exceedsChance(expectedLoss)
                && (1 - excess(expectedLoss)) / (1 + peak()) < 1 / (1 + PEAK_OF_CHIRP);
        return isBuilding() || overflowed(expectedLoss) || both;
    }

    /// Whether it built a queue.
    boolean isBuilding() {
        return peak() > PEAK_OF_CHIRP;
    }

    /// Whether the host that sent it may have made what seems to be a queue, if it paused meanwhile: nothing
    /// was lost, and no packet waited for longer than the chirp lasted.
    boolean isSlight(double expectedLoss) {
        return !loss().exceedsChance(expectedLoss) && peak() < 1;
    }

    /// The rate that the path had room for: what left it between the first packet and the last. What is lost by
    /// chance took its time there, too.
    double roomBytesPerSecond(double usualLoss) {
        double passed = bytes - bytes / Math.max(1.0, count);
        double meanwhile = Math.max(1, newestNanos - firstNanos + queueNanos());
        double overflowing = loss().exceedsChance(usualLoss) ? excess(usualLoss) : 0;
        return Math.min(sentBytesPerSecond(), passed * SECOND / meanwhile) * (1 - overflowing);
    }
}
