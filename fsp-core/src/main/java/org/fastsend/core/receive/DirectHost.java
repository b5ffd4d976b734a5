package org.fastsend.core.receive;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.FeedReply;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.ReleaseReply;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Receipt;
import org.fastsend.core.trust.ReceiptRoot;
import org.jspecify.annotations.Nullable;

/// A receiver that is itself a target of the stripe: takes blocks, and says that one is stored once its extents are
/// durable in the files. It serves nothing to anybody, but signs for what a sender that comes back has put here
/// before. Thread-safe.
final class DirectHost implements BlockHost, AutoCloseable {
    private static final String SERVES_NOTHING = "a receiver serves nothing";

    /// What a receiver has, it keeps.
    private static final long NO_LEASE = 0;

    private final Consumer<SealedBlock> taker;
    private final PushedFeed pushed;
    private final Identity self;
    private final Holdings holdings;
    private final Map<Integer, PutReply> unanswered = new HashMap<>();
    private boolean closed;

    /// @param taker what opens and writes a block; the buffer stays the channel's until the reply
    /// @param self who signs
    DirectHost(Consumer<SealedBlock> taker, PushedFeed pushed, Identity self, Holdings holdings) {
        this.taker = taker;
        this.pushed = pushed;
        this.self = self;
        this.holdings = holdings;
    }

    /// Knows the blocks whose extents are durable in the files.
    @FunctionalInterface
    interface Holdings {
        /// Answers once it is known what an earlier run has left, from any thread.
        void ask(Consumer<BitSet> answer);
    }

    @Override
    public void put(Grant grant, SealedBlock block, PutReply reply) {
        PutReply other;
        synchronized (this) {
            other = closed ? reply : unanswered.putIfAbsent(block.number(), reply);
        }
        if (other == null) {
            taker.accept(block);
        } else {
            reply.refused(Refusal.BUSY, closed ? "the collection has ended" : "this block is being written already");
        }
    }

    @Override
    public void get(Grant grant, int number, GetReply reply) {
        reply.refused(Refusal.FORBIDDEN, SERVES_NOTHING);
    }

    @Override
    public void appendFeed(Grant grant, FeedEntry entry, PutReply reply) {
        pushed.push(entry, reply);
    }

    @Override
    public void readFeed(Grant grant, long fromSequence, int maxBytes, FeedReply reply) {
        reply.refused(Refusal.FORBIDDEN, SERVES_NOTHING);
    }

    @Override
    public void release(Grant grant, ReleaseReply reply) {
        reply.refused(Refusal.FORBIDDEN, SERVES_NOTHING);
    }

    @Override
    public void confirm(Grant grant, List<Integer> blocks, ReleaseReply reply) {
        holdings.ask(held -> {
            List<Integer> here = blocks.stream().filter(held::get).toList();
            byte[] root = ReceiptRoot.ofReceiver(here);
            reply.receipt(Receipt.sign(self, grant.transfer(), here.size(), 0, root, NO_LEASE));
        });
    }

    @Override
    public void drop(Grant grant, PutReply reply) {
        reply.refused(Refusal.FORBIDDEN, SERVES_NOTHING);
    }

    /// These blocks are durable, however they came.
    void held(List<Integer> blocks) {
        for (int block : blocks) {
            PutReply reply = remove(block);
            if (reply != null) {
                reply.stored();
            }
        }
    }

    void bad(int block, String reason) {
        PutReply reply = remove(block);
        if (reply != null) {
            reply.refused(Refusal.BAD_BLOCK, reason);
        }
    }

    private synchronized @Nullable PutReply remove(int block) {
        return unanswered.remove(block);
    }

    @Override
    public void close() {
        List<PutReply> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(unanswered.values());
            unanswered.clear();
        }
        left.forEach(reply -> reply.refused(Refusal.FAILED, "the collection has ended"));
    }
}
