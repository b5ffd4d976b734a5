package org.fastsend.overlay.net;

import java.util.LinkedHashMap;
import java.util.Map;

/// Lets so many datagrams a second through from each subnet, and from all together: what costs work before anybody has
/// proven who they are. Not thread-safe.
final class Floodgate {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MAX_SUBNETS = 4096;

    private final Bucket all;
    private final double perSecond;
    private final Map<Long, Bucket> subnets = new LinkedHashMap<>(16, 0.75f, true);

    /// @param perSecond of one subnet, and as many more in a burst of a second
    /// @param allPerSecond of all subnets together
    Floodgate(double perSecond, double allPerSecond) {
        this.perSecond = perSecond;
        this.all = new Bucket(allPerSecond);
    }

    boolean lets(long subnet, long nowNanos) {
        Bucket bucket = subnets.computeIfAbsent(subnet, _ -> new Bucket(perSecond));
        if (subnets.size() > MAX_SUBNETS) {
            subnets.remove(subnets.keySet().iterator().next());
        }
        return bucket.take(nowNanos) && all.take(nowNanos);
    }

    private static final class Bucket {
        private final double perSecond;
        private double tokens;
        private long filledNanos;
        private boolean started;

        Bucket(double perSecond) {
            this.perSecond = perSecond;
            this.tokens = perSecond;
        }

        boolean take(long nowNanos) {
            double elapsed = started ? (nowNanos - filledNanos) / NANOS_PER_SECOND : 0;
            started = true;
            filledNanos = nowNanos;
            tokens = Math.min(perSecond, tokens + elapsed * perSecond);
            if (tokens < 1) {
                return false;
            }
            tokens--;
            return true;
        }
    }
}
