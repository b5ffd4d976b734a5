package org.fastsend.server.data;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.time.NanoClock;

/// A rate that several connections share: who has moved bytes is told how long to wait before moving more.
/// Thread-safe.
public final class Pace {
    /// Whoever was idle may catch up on so much.
    private static final long MAX_CREDIT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /// Pieces of so much time, so that a transfer neither bursts nor waits in large steps.
    private static final int PIECES_PER_SECOND = 8;

    private static final long MIN_PIECE_BYTES = 4 << 10;
    private static final long MAX_PIECE_BYTES = 1 << 20;

    private final Optional<Long> bytesPerSecond;
    private final NanoClock clock;
    private long paidUntilNanos;

    /// With no rate nobody waits.
    public Pace(Optional<Long> bytesPerSecond, NanoClock clock) {
        this.bytesPerSecond = bytesPerSecond;
        this.clock = clock;
        this.paidUntilNanos = clock.nanos() - MAX_CREDIT_NANOS;
    }

    public static Pace unlimited() {
        return new Pace(Optional.empty(), () -> 0);
    }

    public boolean isLimited() {
        return bytesPerSecond.isPresent();
    }

    /// How much to move at once.
    public long pieceBytes() {
        return bytesPerSecond
                .map(rate -> Math.clamp(rate / PIECES_PER_SECOND, MIN_PIECE_BYTES, MAX_PIECE_BYTES))
                .orElse(Long.MAX_VALUE);
    }

    /// Takes so many bytes out of the rate, and says how long to wait.
    public synchronized long spendNanos(long bytes) {
        if (bytesPerSecond.isEmpty()) {
            return 0;
        }
        long now = clock.nanos();
        long from = Math.max(paidUntilNanos, now - MAX_CREDIT_NANOS);
        paidUntilNanos = from + Math.round((double) bytes / bytesPerSecond.get() * TimeUnit.SECONDS.toNanos(1));
        return Math.max(0, paidUntilNanos - now);
    }
}
