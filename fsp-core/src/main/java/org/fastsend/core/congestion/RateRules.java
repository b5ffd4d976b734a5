package org.fastsend.core.congestion;

import org.fastsend.core.congestion.Insight.Rule;

/// What bounds a rate beside the network: the least of all rules holds. A minimum rate lifts what the network alone
/// would allow, never what storage, target or the aggregate cap do. Not thread-safe.
final class RateRules {
    private final int datagramBytes;
    private RateSettings settings;
    private long allotment = Long.MAX_VALUE;
    private long storage = Long.MAX_VALUE;

    RateRules(RateSettings settings, int datagramBytes) {
        this.settings = settings;
        this.datagramBytes = datagramBytes;
    }

    void change(RateSettings changed) {
        settings = changed;
    }

    void allot(long bytesPerSecond) {
        allotment = bytesPerSecond;
    }

    void storage(long bytesPerSecond) {
        storage = bytesPerSecond;
    }

    double share() {
        return settings.share();
    }

    /// Whether traffic that fills every queue is let pass.
    boolean yields() {
        return settings.policy() == Policy.LOW;
    }

    /// The most that anything but the network allows.
    double ceiling() {
        return Math.min(settings.targetBytesPerSecond(), Math.min(allotment, storage));
    }

    /// The rate in force, at least a datagram a second so that the path stays alive.
    long rate(double network) {
        double wanted = settings.policy() == Policy.FIXED ? settings.targetBytesPerSecond() : network;
        return Math.max(datagramBytes, (long)
                Math.min(ceiling(), Math.max((double) settings.minBytesPerSecond(), wanted)));
    }

    /// Which rule it comes from.
    Rule rule(double network) {
        double rate = rate(network);
        if (rate >= allotment) {
            return Rule.AGGREGATE;
        }
        if (rate >= storage) {
            return Rule.STORAGE;
        }
        if (rate >= settings.targetBytesPerSecond()) {
            return Rule.TARGET;
        }
        return rate > network ? Rule.MINIMUM : Rule.NETWORK;
    }
}
