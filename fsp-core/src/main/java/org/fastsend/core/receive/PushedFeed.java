package org.fastsend.core.receive;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FeedEntry;

/// The manifest as its sender pushes it to a receiver that cannot ask for it. The sender has few entries unanswered at
/// a time, which is what bounds the queue. Thread-safe.
final class PushedFeed implements FeedSource {
    private final BlockingQueue<Push> pushed = new LinkedBlockingQueue<>();

    private final Runnable makeDurable;

    /// @param makeDurable what makes the entries that were taken survive a power cut
    PushedFeed(Runnable makeDurable) {
        this.makeDurable = makeDurable;
    }

    private sealed interface Push {
        record Entry(FeedEntry entry, PutReply reply) implements Push {}

        record End(String reason) implements Push {}
    }

    void push(FeedEntry entry, PutReply reply) {
        pushed.add(new Push.Entry(entry, reply));
    }

    /// The sender is gone; whatever is missing has to come another way.
    void end(String reason) {
        pushed.add(new Push.End(reason));
    }

    @Override
    public String name() {
        return "the sender";
    }

    @Override
    public void follow(long fromSequence, Predicate<FeedEntry> entries) throws InterruptedException {
        while (true) {
            switch (pushed.take()) {
                case Push.End(String reason) -> {
                    end(reason); // for every further round as well
                    throw new FspException(ErrorCode.CONNECTION_LOST, reason);
                }
                case Push.Entry(FeedEntry entry, PutReply reply) -> {
                    if (!take(entry, reply, entries)) {
                        return;
                    }
                }
            }
        }
    }

    private boolean take(FeedEntry entry, PutReply reply, Predicate<FeedEntry> entries) {
        try {
            boolean more = entries.test(entry);
            makeDurable.run();
            reply.stored();
            return more;
        } catch (FspException e) {
            reply.refused(Refusal.BAD_BLOCK, e.getMessage());
            throw e;
        }
    }
}
