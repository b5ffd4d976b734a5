package org.fastsend.core.net.rate;

import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.fastsend.core.time.NanoClock;

/// Holds one direction of a stream that has no pacer of its own to its part of a bound, a tenth of a second's worth at
/// a time. One thread moves bytes, any may close.
public final class Pace implements AutoCloseable {
    /// What one move may be, and what may be saved up, as a part of a second.
    private static final int MOVES_PER_SECOND = 10;

    private static final int LEAST_MOVE_BYTES = 1 << 10;
    private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double NANOS_PER_SECOND = 1e9;

    private final SharedBound.Part part;
    private final NanoClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private boolean closed;

    // The mover's.
    private double creditBytes;
    private long creditedNanos;

    public Pace(SharedBound.Part part, NanoClock clock) {
        this.part = part;
        this.clock = clock;
    }

    /// Waits until bytes may be moved.
    ///
    /// @return how many, at most so many as are wanted; all of them if nothing bounds the stream
    public int await(int wantedBytes) throws InterruptedIOException {
        long rate = part.bytesPerSecond();
        if (rate == Long.MAX_VALUE) {
            creditedNanos = 0;
            return wantedBytes;
        }
        while (rate != Long.MAX_VALUE) {
            long nowNanos = clock.nanos();
            part.tick(nowNanos);
            double most = Math.max(LEAST_MOVE_BYTES, rate / (double) MOVES_PER_SECOND);
            double earned = rate * ((nowNanos - creditedNanos) / NANOS_PER_SECOND);
            creditBytes = creditedNanos == 0 ? 0 : Math.min(most, creditBytes + earned);
            creditedNanos = nowNanos;
            if (creditBytes >= 0) {
                return (int) Math.min(wantedBytes, most);
            }
            part.heldBack();
            if (!pause(Math.min(MAX_WAIT_NANOS, (long) Math.ceil(-creditBytes * NANOS_PER_SECOND / rate)))) {
                return wantedBytes;
            }
            rate = part.bytesPerSecond();
        }
        return wantedBytes;
    }

    /// So many bytes were moved.
    public void moved(int bytes) {
        creditBytes -= bytes;
        part.moved(bytes);
    }

    /// The stream is over: nobody waits here any more, and others have its part.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
        part.leave();
    }

    /// False if the stream was closed meanwhile.
    private boolean pause(long nanos) throws InterruptedIOException {
        lock.lock();
        try {
            long left = nanos;
            while (left > 0 && !closed) {
                left = closing.awaitNanos(left);
            }
            return !closed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the rate held it back");
        } finally {
            lock.unlock();
        }
    }
}
