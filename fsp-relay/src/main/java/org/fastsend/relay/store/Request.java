package org.fastsend.relay.store;

import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.manifest.FeedEntry;

/// What a transfer's committer is asked to do, in the order in which it was asked.
sealed interface Request {
    /// A request that adds bytes; those that follow one another share a force.
    sealed interface Write extends Request {
        /// Bytes that wait in memory.
        int bytes();

        /// Bytes of room that were taken for it; 0 if it was held already.
        long charge();

        PutReply reply();
    }

    record Put(SealedBlock block, long charge, PutReply reply) implements Write {
        @Override
        public int bytes() {
            return block.length();
        }
    }

    record Append(FeedEntry entry, long charge, PutReply reply) implements Write {
        @Override
        public int bytes() {
            return entry.bytes().length;
        }
    }

    record Release(HoldingsReply reply) implements Request {}

    record Drop(PutReply reply) implements Request {}

    /// Deletes the transfer if its lease has ended, and closes files that have not been written to of late.
    record Sweep() implements Request {}

    /// Finishes; nothing comes after it.
    record Close(Runnable done) implements Request {}
}
