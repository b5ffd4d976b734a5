package org.fastsend.relay.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.FeedReply;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.ReserveReply;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.relay.lease.Lease;

/// Replies that keep what they are told, and insist on being told once.
final class Answers {
    private Answers() {}

    abstract static class Once {
        private boolean answered;
        private Optional<Refusal> refusal = Optional.empty();
        private String reason = "";

        final synchronized void answer() {
            if (answered) {
                throw new AssertionError("answered twice");
            }
            answered = true;
        }

        public final synchronized void refused(Refusal refusal, String reason) {
            answer();
            this.refusal = Optional.of(refusal);
            this.reason = reason;
        }

        final synchronized boolean isAnswered() {
            return answered;
        }

        final synchronized Optional<Refusal> refusal() {
            return refusal;
        }

        final synchronized String reason() {
            return reason;
        }
    }

    static final class OfPut extends Once implements PutReply {
        @Override
        public void stored() {
            answer();
        }

        boolean isStored() {
            return isAnswered() && refusal().isEmpty();
        }
    }

    static final class OfGet extends Once implements GetReply {
        private final Optional<Buffers> memory;
        private Optional<SealedBlock> block = Optional.empty();

        OfGet(Buffers memory) {
            this.memory = Optional.of(memory);
        }

        /// One who leaves too much unread.
        OfGet() {
            this.memory = Optional.empty();
        }

        @Override
        public Optional<ByteBuffer> room(int bytes) {
            return memory.flatMap(of -> of.tryTake(bytes));
        }

        @Override
        public synchronized void block(SealedBlock block) {
            answer();
            this.block = Optional.of(block);
        }

        synchronized Optional<SealedBlock> block() {
            return block;
        }
    }

    static final class OfRoom extends Once implements ReserveReply {
        private OptionalLong bytes = OptionalLong.empty();

        @Override
        public synchronized void reserved(long kept) {
            answer();
            bytes = OptionalLong.of(kept);
        }

        synchronized OptionalLong bytes() {
            return bytes;
        }
    }

    static final class OfFeed extends Once implements FeedReply {
        private List<FeedEntry> entries = new ArrayList<>();

        @Override
        public synchronized void entries(List<FeedEntry> entries) {
            answer();
            this.entries = entries;
        }

        synchronized List<FeedEntry> entries() {
            return entries;
        }
    }

    static final class OfRelease extends Once implements HoldingsReply {
        private Optional<Holdings> holdings = Optional.empty();
        private Optional<Lease> lease = Optional.empty();

        @Override
        public synchronized void holds(Holdings holdings, Lease lease) {
            answer();
            this.holdings = Optional.of(holdings);
            this.lease = Optional.of(lease);
        }

        synchronized Optional<Holdings> holdings() {
            return holdings;
        }

        synchronized Optional<Lease> lease() {
            return lease;
        }
    }
}
