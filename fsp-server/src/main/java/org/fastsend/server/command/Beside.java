package org.fastsend.server.command;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Running;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A transfer on a thread of its own, as the command loop holds it. The thread serves others before and after, so
/// stopping the transfer never reaches the thread but while it runs this one.
final class Beside {
    private static final Logger LOG = LoggerFactory.getLogger(Beside.class);

    private static final long END_PATIENCE_SECONDS = 5;

    private final Running transfer;
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private Optional<Thread> runner = Optional.empty();
    private boolean stopped;
    private boolean aborted;

    private Beside(Running transfer) {
        this.transfer = transfer;
    }

    static Beside start(Running transfer, Executor threads, Runnable whenDone) {
        Beside beside = new Beside(transfer);
        threads.execute(() -> {
            Reply result = beside.run();
            beside.reply.complete(result);
            whenDone.run();
        });
        return beside;
    }

    private Reply run() {
        begin(Thread.currentThread());
        try {
            return transfer.run();
        } catch (RuntimeException e) {
            LOG.error("transfer failed", e);
            return Reply.of(ReplyCode.LOCAL_ERROR, "Internal error");
        } finally {
            leave();
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

    boolean isDone() {
        return reply.isDone();
    }

    /// The reply that ends it; only when done.
    Reply reply() {
        return reply.join();
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
            var _ = reply.get(END_PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException _) {
            LOG.warn("a transfer does not end: {}", transfer.progress());
        } catch (InterruptedException _) {
            LOG.warn("a transfer is left to itself: {}", transfer.progress());
        }
    }

    boolean wasAborted() {
        return aborted;
    }
}
