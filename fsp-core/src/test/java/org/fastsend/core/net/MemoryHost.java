package org.fastsend.core.net;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.FeedReply;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.ReleaseReply;
import org.fastsend.core.channel.ReserveReply;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Receipt;

/// A host that keeps everything in memory and answers at once, on the thread that asks.
class MemoryHost implements BlockHost {
    final Map<Integer, byte[]> blocks = new ConcurrentHashMap<>();
    final Map<Long, FeedEntry> feed = new ConcurrentSkipListMap<>();
    /// Bytes that it keeps at most for whoever reserves.
    static final long ROOM = 1000;

    private final Identity self;

    MemoryHost(Identity self) {
        this.self = self;
    }

    @Override
    public void put(Grant grant, SealedBlock block, PutReply reply) {
        byte[] bytes = new byte[block.length()];
        block.bytes().duplicate().get(bytes);
        blocks.put(block.number(), bytes);
        reply.stored();
    }

    @Override
    public void get(Grant grant, int number, GetReply reply) {
        byte[] bytes = blocks.get(number);
        if (bytes == null) {
            reply.refused(Refusal.MISSING, "block " + number + " is not here");
            return;
        }
        Optional<ByteBuffer> room = reply.room(bytes.length);
        if (room.isEmpty()) {
            reply.refused(Refusal.BUSY, "no memory to read block " + number);
            return;
        }
        try {
            room.get().put(bytes).flip();
            reply.block(SealedBlock.parse(room.get()));
        } catch (BlockFormatException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void appendFeed(Grant grant, FeedEntry entry, PutReply reply) {
        if (entry.sequence() > feed.size()) {
            reply.refused(Refusal.FAILED, "a gap before " + entry.sequence());
            return;
        }
        feed.put(entry.sequence(), entry);
        reply.stored();
    }

    @Override
    public void readFeed(Grant grant, long fromSequence, int maxBytes, FeedReply reply) {
        List<FeedEntry> found = new ArrayList<>();
        for (long i = fromSequence; feed.containsKey(i); i++) {
            found.add(feed.get(i));
        }
        reply.entries(found);
    }

    @Override
    public void release(Grant grant, ReleaseReply reply) {
        long bytes = blocks.values().stream().mapToLong(b -> b.length).sum();
        reply.receipt(Receipt.sign(self, grant.transfer(), blocks.size(), bytes, new byte[32], 1L << 40));
    }

    @Override
    public void confirm(Grant grant, List<Integer> asked, ReleaseReply reply) {
        long held = asked.stream().filter(blocks::containsKey).count();
        reply.receipt(Receipt.sign(self, grant.transfer(), held, held, new byte[32], 1L << 40));
    }

    @Override
    public void reserve(Grant grant, long bytes, ReserveReply reply) {
        reply.reserved(Math.min(ROOM, bytes));
    }

    @Override
    public void drop(Grant grant, PutReply reply) {
        blocks.clear();
        feed.clear();
        reply.stored();
    }
}
