package org.fastsend.server.command;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Running;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A transfer on its thread, as the command loop holds it.
final class Beside {
    private static final Logger LOG = LoggerFactory.getLogger(Beside.class);

    private static final Duration END_PATIENCE = Duration.ofSeconds(5);

    private final Running transfer;
    private final Thread thread;
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private boolean aborted;

    private Beside(Running transfer, ThreadFactory threads, Runnable whenDone) {
        this.transfer = transfer;
        this.thread = threads.newThread(() -> {
            reply.complete(result(transfer));
            whenDone.run();
        });
    }

    static Beside start(Running transfer, ThreadFactory threads, Runnable whenDone) {
        Beside beside = new Beside(transfer, threads, whenDone);
        beside.thread.start();
        return beside;
    }

    private static Reply result(Running transfer) {
        try {
            return transfer.run();
        } catch (RuntimeException e) {
            LOG.error("transfer failed", e);
            return Reply.of(ReplyCode.LOCAL_ERROR, "Internal error");
        }
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

    void stop() {
        transfer.stop(thread);
    }

    /// Stops it and waits until it has let go of everything; not for ever, since a disk may hang.
    void end() {
        stop();
        try {
            if (!thread.join(END_PATIENCE)) {
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
