package org.fastsend.server.command;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Running;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A transfer as the dialogue holds it while some thread runs it. The thread serves others before and
/// after, so stopping the transfer never reaches the thread but while it runs this one. Thread-safe.
final class Beside {
    private static final Logger LOG = LoggerFactory.getLogger(Beside.class);

    private static final long END_PATIENCE_SECONDS = 5;

    private final Running transfer;
    private final CountDownLatch done = new CountDownLatch(1);
    private Optional<Thread> runner = Optional.empty();
    private boolean stopped;
    private volatile boolean aborted;

    Beside(Running transfer) {
        this.transfer = transfer;
    }

    /// Does it all on the calling thread, and gives the reply that ends it.
    Reply run(Runnable beforeWaiting) {
        begin(Thread.currentThread());
        try {
            return transfer.run(beforeWaiting);
        } catch (RuntimeException | Error e) {
            LOG.error("transfer failed", e);
            return Reply.of(ReplyCode.LOCAL_ERROR, "Internal error");
        } finally {
            leave();
            done.countDown();
        }
    }

    private synchronized void begin(Thread current) {
        runner = Optional.of(current);
        if (stopped) {
            transfer.stop(current);
        }
    }

    private synchronized void leave() {
        runner = Optional.empty();
        var _ = Thread.interrupted(); // what was meant for this transfer only
    }

    Running transfer() {
        return transfer;
    }

    /// Stops it on the client's wish.
    void abort() {
        aborted = true;
        stop();
    }

    synchronized void stop() {
        stopped = true;
        runner.ifPresent(transfer::stop);
    }

    /// Stops it and waits until it has let go of everything; not for ever, since a disk may hang.
    void end() {
        stop();
        try {
            if (!done.await(END_PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("a transfer does not end: {}", transfer.progress());
            }
        } catch (InterruptedException _) {
            LOG.warn("a transfer is left to itself: {}", transfer.progress());
        }
    }

    boolean wasAborted() {
        return aborted;
    }
}
