package org.fastsend.server.striping;

import java.util.Locale;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread that drives one transfer's job; tells its story's end, and leaves a line in the transfer log.
final class TransferThread {
    private static final Logger LOG = LoggerFactory.getLogger("org.fastsend.transfers");

    private final Label label;
    private final TransferStory story;
    private final Thread thread;
    private volatile String whyStopped = "nobody said why";

    /// What the log says of a transfer.
    ///
    /// @param verb `stripe` or `collect`
    record Label(String verb, String user, TransferId id) {}

    /// A job's whole work, freeing what it holds when it is done.
    @FunctionalInterface
    interface Work {
        TransferReport run() throws InterruptedException;
    }

    TransferThread(Label label, TransferStory story, Work work, Runnable ended) {
        this.label = label;
        this.story = story;
        this.thread = Thread.ofPlatform()
                .daemon()
                .name(label.verb() + "-" + label.id())
                .start(() -> {
                    try {
                        drive(work);
                    } finally {
                        ended.run(); // whatever was thrown: a transfer that never ends keeps its place for good
                    }
                });
    }

    /// @param why for people
    void stop(String why) {
        whyStopped = why;
        thread.interrupt();
    }

    private void drive(Work work) {
        try {
            TransferReport report = work.run();
            LOG.info(
                    "{} transfer={} user={} bytes={} files={} seconds={} copies={} troubles={} outcome=complete",
                    label.verb(),
                    label.id(),
                    label.user(),
                    report.bytes(),
                    report.files(),
                    String.format(Locale.ROOT, "%.3f", report.seconds()),
                    report.copies(),
                    report.troubles().size());
            story.succeeded(report);
        } catch (InterruptedException _) {
            failed(new FspException(ErrorCode.INTERRUPTED, whyStopped));
        } catch (FspException e) {
            failed(e);
        } catch (RuntimeException | Error e) {
            failed(new FspException(ErrorCode.INTERNAL, "internal error in the server", e));
            LOG.error("{} transfer={} failed", label.verb(), label.id(), e);
        }
    }

    /// Its story ends first, whatever comes of logging that.
    private void failed(FspException cause) {
        story.failed(cause);
        LOG.info(
                "{} transfer={} user={} outcome=failed code={} reason=\"{}\"",
                label.verb(),
                label.id(),
                label.user(),
                cause.code(),
                cause.getMessage().replaceAll("[\"\\p{Cntrl}]", "?"));
    }
}
