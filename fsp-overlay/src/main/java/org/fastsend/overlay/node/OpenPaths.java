package org.fastsend.overlay.node;

/// From which members something came in directly a short time ago: what is sent back gets through their NAT. One of two
/// members that fall into one slot is forgotten, which costs a detour and no more. Bounded. Not thread-safe.
final class OpenPaths {
    /// NATs forget after 30 s of silence at the earliest (RFC 4787 asks for two minutes; many do not care).
    private static final long OPEN_NANOS = 25_000_000_000L;

    private static final int SLOTS = 512;

    private final long[] ids = new long[SLOTS];
    private final long[] heardNanos = new long[SLOTS];

    private static int slot(long id) {
        return (int) ((id >>> 8) & (SLOTS - 1));
    }

    void heard(long id, long nowNanos) {
        ids[slot(id)] = id;
        heardNanos[slot(id)] = nowNanos;
    }

    boolean isOpen(long id, long nowNanos) {
        return ids[slot(id)] == id && nowNanos - heardNanos[slot(id)] < OPEN_NANOS;
    }
}
