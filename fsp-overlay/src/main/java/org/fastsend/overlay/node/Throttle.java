package org.fastsend.overlay.node;

import java.util.LinkedHashMap;
import java.util.Map;

/// How much each of many askers may cause: a burst, and then a steady rate. Bounded. Not thread-safe.
final class Throttle {
    private static final int MOST = 1024;

    private final double burst;
    private final double nanosPerToken;
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
        if (buckets.size() > MOST) {
            buckets.remove(buckets.keySet().iterator().next());
        }
        return admitted;
    }
}
