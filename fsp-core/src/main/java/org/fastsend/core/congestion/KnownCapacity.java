package org.fastsend.core.congestion;

/// What is known of how much the bottleneck carries of all its traffic: by probes, of which most are
/// bumps; by the last search of the path, which several bottlenecks in a row do not make look slower
/// than they are; and by the neighbours in [trains][Train]. Bytes a second. Not thread-safe.
final class KnownCapacity {
    /// Of what bumps tell, what the [narrowest link][NarrowLink] carries at least if that counts: it
    /// is one of several, or others moved the queue. And at most: hosts that hand on several datagrams
    /// at a time make it seem faster by far.
    private static final double LEAST_OF_BUMPS = 1.3;

    private static final double MOST_OF_BUMPS = 4;

    private final MedianCapacity median = new MedianCapacity();
    private final FoundCapacity found = new FoundCapacity();
    private final NarrowLink narrow = new NarrowLink();

    /// A probe said so, of a link that carries no less than the sender's rate.
    void probed(double sampleBytesPerSecond, double rateBytesPerSecond) {
        median.count(sampleBytesPerSecond, rateBytesPerSecond);
    }

    /// A report on a train came.
    void handleTrain(Spread.Reading reading, double rateBytesPerSecond, long nowNanos) {
        reading.neighbours().ifPresent(told -> narrow.count(told, nowNanos));
        reading.train().ifPresent(told -> median.count(told, rateBytesPerSecond));
    }

    /// A search of the path has found that much free.
    void found(double bytesPerSecond, long nowNanos) {
        found.found(bytesPerSecond, nowNanos);
        median.guess(Math.max(bytesPerSecond, median.bytesPerSecond()));
    }

    /// No more gets through, as a loss without a queue has shown: what was found before does not hold
    /// any more.
    void exceeded(double bytesPerSecond) {
        found.exceeded(bytesPerSecond);
        forgetNeighbours();
        median.guess(bytesPerSecond);
    }

    /// What neighbours in trains told does not count any more.
    void forgetNeighbours() {
        narrow.forget();
    }

    void age(long nowNanos) {
        found.age(nowNanos);
        narrow.age(nowNanos);
    }

    /// By probes alone, which is what a bump is measured by; 0 if there were none yet, nor a guess.
    double probedBytesPerSecond() {
        return median.bytesPerSecond();
    }

    /// The bottleneck by probes and searches alone, for a sender at that rate.
    Bottleneck answering(double rateBytesPerSecond, int datagramBytes) {
        return Bottleneck.single(answerBytesPerSecond(datagramBytes), rateBytesPerSecond, datagramBytes);
    }

    /// The bottleneck, for a sender at that rate; where several in a row are full, the narrowest.
    Bottleneck bottleneck(double rateBytesPerSecond, int datagramBytes) {
        Bottleneck answering = answering(rateBytesPerSecond, datagramBytes);
        double probed = median.bytesPerSecond();
        double narrowest = narrow.bytesPerSecond();
        boolean more = narrowest > LEAST_OF_BUMPS * probed && narrowest < MOST_OF_BUMPS * probed;
        if (!more || answering.isAlone()) {
            return answering;
        }
        double most = Math.max(narrowest, answering.bytesPerSecond());
        return new Bottleneck(most, rateBytesPerSecond, datagramBytes, narrow.isFollowed());
    }

    private double answerBytesPerSecond(int datagramBytes) {
        return Math.max(median.bytesPerSecond(), found.leastBytesPerSecond(datagramBytes));
    }
}
