package org.fastsend.core.net;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes one connection after the other until it is closed, whatever happens meanwhile: a process that runs short of
/// something for a moment must not be deaf ever after.
public final class AcceptLoop {
    private static final Logger LOG = LoggerFactory.getLogger(AcceptLoop.class);
    private static final long PAUSE_MILLIS = 100;

    private final Door door;
    private final Consumer<Socket> taker;
    private final CountDownLatch closed;

    /// @param taker returns at once; if it throws, the connection is closed
    /// @param closed counted down before the door is closed
    public AcceptLoop(Door door, Consumer<Socket> taker, CountDownLatch closed) {
        this.door = door;
        this.taker = taker;
        this.closed = closed;
    }

    /// Where connections come from.
    @FunctionalInterface
    public interface Door {
        Socket accept() throws IOException;
    }

    /// Does so until it is closed.
    public void run() {
        while (closed.getCount() > 0) {
            try {
                take(door.accept());
            } catch (IOException e) {
                if (closed.getCount() > 0) {
                    LOG.warn("cannot accept connections for now: {}", NetFailures.text(e));
                    pause();
                }
            } catch (RuntimeException | Error e) {
                LOG.error("a connection could not be taken", e);
                pause();
            }
        }
    }

    private void take(Socket socket) throws IOException {
        boolean taken = false;
        try {
            taker.accept(socket);
            taken = true;
        } finally {
            if (!taken) {
                socket.close();
            }
        }
    }

    /// Lets a shortage (of file descriptors or memory, mostly) pass instead of spinning.
    private void pause() {
        try {
            if (closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.debug("closed while accepting was paused");
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts the listener", e);
        }
    }
}
