package org.fastsend.core.net;

import java.util.concurrent.atomic.AtomicLong;

/// How many sealed bytes may still be put under a grant, all sessions together. Thread-safe. Lives in
/// memory: after a restart, or where there are too many, it starts anew, and the host's own quota is what holds.
public final class PutAllowance {
    private final AtomicLong leftBytes;

    public PutAllowance(long maxBytes) {
        this.leftBytes = new AtomicLong(maxBytes);
    }

    /// Takes {@code bytes} if so many are left.
    public boolean take(long bytes) {
        long left = leftBytes.get();
        while (left >= bytes) {
            if (leftBytes.compareAndSet(left, left - bytes)) {
                return true;
            }
            left = leftBytes.get();
        }
        return false;
    }

    /// Gives back what was taken for a put that stored nothing.
    public void give(long bytes) {
        leftBytes.addAndGet(bytes);
    }
}
