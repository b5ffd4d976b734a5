package org.fastsend.overlay.node;

import java.util.LinkedHashMap;
import java.util.Map;

/// From which members something came in directly a short time ago: what is sent back gets through their NAT. Bounded.
/// Not thread-safe.
final class OpenPaths {
    /// NATs forget after 30 s of silence at the earliest (RFC 4787 asks for two minutes; many do not care).
    private static final long OPEN_NANOS = 25_000_000_000L;

    private static final int MOST = 512;

    private final Map<Long, Long> heardNanos = new LinkedHashMap<>();

    void heard(long id, long nowNanos) {
        heardNanos.remove(id);
        heardNanos.put(id, nowNanos);
        if (heardNanos.size() > MOST) {
            heardNanos.remove(heardNanos.keySet().iterator().next());
        }
    }

    boolean isOpen(long id, long nowNanos) {
        Long heard = heardNanos.get(id);
        return heard != null && nowNanos - heard < OPEN_NANOS;
    }
}
