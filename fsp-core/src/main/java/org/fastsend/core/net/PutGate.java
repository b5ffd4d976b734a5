package org.fastsend.core.net;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Where the bytes of a channel's puts leave for the network, record by record: counts them, and can hold them back.
/// Thread-safe.
final class PutGate {
    private final ReentrantLock lock;
    private final Condition opened;
    private final AtomicLong sent = new AtomicLong();

    // Guarded by the lock.
    private boolean held;
    private boolean openForGood;

    /// @param lock the session's
    PutGate(ReentrantLock lock) {
        this.lock = lock;
        this.opened = lock.newCondition();
    }

    long bytesSent() {
        return sent.get();
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

    /// The channel ends: nobody waits here any more. Under the session's lock.
    void open() {
        openForGood = true;
        opened.signalAll();
    }

    /// Writer: so many bytes of a put are about to be written. Waits while they are held back.
    void pass(int bytes) throws InterruptedException {
        lock.lock();
        try {
            while (held && !openForGood) {
                opened.await();
            }
        } finally {
            lock.unlock();
        }
        sent.addAndGet(bytes);
    }
}
