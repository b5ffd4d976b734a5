package org.fastsend.core.net;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.fastsend.core.time.NanoClock;

/// Where the bytes of a channel's puts leave for the network, record by record: counts them, and holds them back while
/// it is told to, or while too many are under way. Thread-safe.
final class PutGate {
    private final ReentrantLock lock;
    private final Condition opened;
    private final NanoClock clock;

    // Guarded by the lock.
    private final Lead lead = new Lead();
    private long sentBytes;
    private boolean held;
    private boolean openForGood;

    /// @param lock the session's
    PutGate(ReentrantLock lock, NanoClock clock) {
        this.lock = lock;
        this.clock = clock;
        this.opened = lock.newCondition();
    }

    /// Bytes of puts that have passed, without their framing.
    long bytesSent() {
        lock.lock();
        try {
            return sentBytes;
        } finally {
            lock.unlock();
        }
    }

    void hold(boolean hold) {
        lock.lock();
        try {
            held = hold;
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The peer says how much has come to it.
    void arrived(long arrivedBytes, long roundTripNanos) {
        lock.lock();
        try {
            lead.arrived(clock.nanos(), arrivedBytes, roundTripNanos);
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// A stream has ended. Under the session's lock.
    void streamEnded() {
        lead.broken();
        opened.signalAll();
    }

    /// The channel ends: nobody waits here any more. Under the session's lock.
    void open() {
        openForGood = true;
        opened.signalAll();
    }

    /// Writer: so many bytes of a put are about to be sent. Waits while they are held back.
    void pass(int bytes) throws InterruptedException {
        lock.lock();
        try {
            awaitRelease();
            sentBytes += bytes;
        } finally {
            lock.unlock();
        }
    }

    /// Writer: so many bytes of a put are about to be written to a connection that takes more than the network does.
    /// Waits while they are held back, or too many are under way.
    ///
    /// @param framingBytes that go with them
    void passBuffered(int bytes, int framingBytes) throws InterruptedException {
        lock.lock();
        try {
            awaitRelease();
            while (!openForGood && !lead.hasRoom(clock.nanos())) {
                opened.awaitNanos(Lead.FRESH_NANOS);
                awaitRelease();
            }
            sentBytes += bytes;
            lead.sent((long) bytes + framingBytes);
        } finally {
            lock.unlock();
        }
    }

    private void awaitRelease() throws InterruptedException {
        while (held && !openForGood) {
            opened.await();
        }
    }
}
