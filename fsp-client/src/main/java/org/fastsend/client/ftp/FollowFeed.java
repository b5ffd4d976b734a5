package org.fastsend.client.ftp;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.manifest.FeedEntry;

/// A transfer's manifest feed as it grows, read from the control connection by a thread of its own, so that
/// waiting with a timeout never tears a reply apart. Taken from by one thread.
public final class FollowFeed {
    /// Entries read ahead, of 256 KiB at most each; TCP holds back the rest.
    private static final int MAX_READ_AHEAD = 32;

    private final BlockingQueue<Next> queue = new ArrayBlockingQueue<>(MAX_READ_AHEAD);
    private final Thread reader;
    private Optional<Next> last = Optional.empty();

    private sealed interface Next {
        record Entry(FeedEntry entry) implements Next {}

        record End(TransferReport report) implements Next {}

        record Failure(FspException cause) implements Next {}
    }

    FollowFeed(ReplyStream replies, Consumer<TransferEvent> listener) {
        reader = Thread.ofVirtual().name("follow").start(() -> read(replies, listener));
    }

    private void read(ReplyStream replies, Consumer<TransferEvent> listener) {
        try {
            try {
                while (true) {
                    switch (replies.next()) {
                        case ReplyStream.Item.Entry item -> queue.put(new Next.Entry(item.entry()));
                        case ReplyStream.Item.Event item -> listener.accept(item.event());
                        case ReplyStream.Item.End item -> {
                            queue.put(new Next.End(item.report()));
                            return;
                        }
                    }
                }
            } catch (FspException e) {
                queue.put(new Next.Failure(e));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed: nobody reads on
        }
    }

    /// The next entry; empty if none came in time, or none will come (see [#ended]). Throws [FspException]
    /// when the server or the connection failed, every time it is called from then on.
    public Optional<FeedEntry> next(Duration timeout) throws InterruptedException {
        if (last.isEmpty()) {
            Next next = queue.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (next instanceof Next.Entry entry) {
                return Optional.of(entry.entry);
            }
            last = Optional.ofNullable(next);
        }
        if (last.isPresent() && last.get() instanceof Next.Failure failure) {
            throw failure.cause;
        }
        return Optional.empty();
    }

    /// The striping side's report, once the feed has ended well and all entries were taken.
    public Optional<TransferReport> ended() {
        return last.flatMap(next -> next instanceof Next.End end ? Optional.of(end.report) : Optional.empty());
    }

    /// Stops reading. The connection is of no more use.
    public void close() {
        reader.interrupt();
    }
}
