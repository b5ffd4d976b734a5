package org.fastsend.overlay.node;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// How much each of many askers may cause: a burst, and then a steady rate. Bounded; whoever has its whole burst again
/// is forgotten. Not thread-safe.
final class Throttle {
    private static final int MOST = 1024;

    private final double burst;
    private final double nanosPerToken;
    /// Whoever asked last is the last.
    private final Map<Long, Bucket> buckets = new LinkedHashMap<>();

    private record Bucket(double tokens, long atNanos) {}

    Throttle(double burst, double perSecond) {
        this.burst = burst;
        nanosPerToken = Local.SECOND / perSecond;
    }

    /// Whether this one may once more.
    boolean admit(long who, long nowNanos) {
        Bucket before = buckets.remove(who);
        double tokens = before == null
                ? burst
                : Math.min(burst, before.tokens() + (nowNanos - before.atNanos()) / nanosPerToken);
        boolean admitted = tokens >= 1;
        buckets.put(who, new Bucket(admitted ? tokens - 1 : tokens, nowNanos));
        forget(nowNanos);
        return admitted;
    }

    private void forget(long nowNanos) {
        Iterator<Bucket> longestAgo = buckets.values().iterator();
        while (longestAgo.hasNext()) {
            Bucket bucket = longestAgo.next();
            if (buckets.size() <= MOST && nowNanos - bucket.atNanos() < burst * nanosPerToken) {
                return;
            }
            longestAgo.remove();
        }
    }
}
