package org.fastsend.it.bench;

import java.nio.ByteBuffer;
import java.util.List;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.FeedReply;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.ReleaseReply;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Grant;

/// A host that forgets every block at once and gives copies of the ones that it was made with.
///
/// @param blocks numbered from 0
record DisklessHost(List<SealedBlock> blocks, Buffers buffers) implements BlockHost {
    private static final String NO_MANIFEST = "this host keeps no manifest";

    @Override
    public void put(Grant grant, SealedBlock block, PutReply reply) {
        reply.stored();
    }

    @Override
    public void get(Grant grant, int number, GetReply reply) {
        SealedBlock block = blocks.get(number);
        try {
            ByteBuffer copy = buffers.take(block.length());
            copy.put(block.bytes().duplicate()).flip();
            reply.block(new SealedBlock(block.header(), copy));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void appendFeed(Grant grant, FeedEntry entry, PutReply reply) {
        reply.refused(Refusal.FAILED, NO_MANIFEST);
    }

    @Override
    public void readFeed(Grant grant, long fromSequence, int maxBytes, FeedReply reply) {
        reply.refused(Refusal.FAILED, NO_MANIFEST);
    }

    @Override
    public void release(Grant grant, ReleaseReply reply) {
        reply.refused(Refusal.FAILED, NO_MANIFEST);
    }

    @Override
    public void confirm(Grant grant, List<Integer> blocks, ReleaseReply reply) {
        reply.refused(Refusal.FAILED, NO_MANIFEST);
    }

    @Override
    public void drop(Grant grant, PutReply reply) {
        reply.refused(Refusal.FAILED, NO_MANIFEST);
    }
}
