package org.fastsend.core.net;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Closes a socket unless the exchange on it is over in time, however slowly its bytes trickle in. A read's
/// own timeout would start anew with each byte.
public final class Deadline implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deadline.class);

    private final CountDownLatch met = new CountDownLatch(1);
    private volatile boolean passed;

    public Deadline(Duration within, Closeable socket) {
        Thread.ofVirtual().name("fsp-deadline").start(() -> await(within, socket));
    }

    public boolean passed() {
        return passed;
    }

    @Override
    public void close() {
        met.countDown();
    }

    private void await(Duration within, Closeable socket) {
        try {
            if (!met.await(within.toNanos(), TimeUnit.NANOSECONDS)) {
                passed = true;
                socket.close();
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts a deadline", e);
        } catch (IOException e) {
            LOG.debug("closing a connection that took too long", e);
        }
    }
}
