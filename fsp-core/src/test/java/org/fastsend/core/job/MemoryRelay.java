package org.fastsend.core.job;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.FeedReply;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.ReleaseReply;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Receipt;
import org.fastsend.core.trust.ReceiptRoot;

/// A relay that keeps everything in memory, answers at once, and can be told to misbehave.
final class MemoryRelay implements BlockHost {
    /// How long it promises to keep what it holds.
    static final long LEASE_SECONDS = 60;

    private static final int CHECKSUM_BYTES = 4;

    private final Identity self;
    private final Buffers buffers;
    private final EpochClock clock;
    private final Map<Integer, byte[]> blocks = new TreeMap<>();
    private final List<FeedEntry> feed = new ArrayList<>();
    private final LinkedHashSet<TransferId> transfers = new LinkedHashSet<>();
    private IntUnaryOperator served = number -> number;
    private int room = Integer.MAX_VALUE;
    private boolean readable = true;
    private boolean keepsFeed = true;
    private CountDownLatch gate = new CountDownLatch(0);

    MemoryRelay(Identity self, Buffers buffers, EpochClock clock) {
        this.self = self;
        this.buffers = buffers;
        this.clock = clock;
    }

    /// It will hold so many blocks and no more.
    synchronized void room(int blockCount) {
        room = blockCount;
    }

    /// A bit flips in some of the blocks it holds.
    synchronized void rot(IntPredicate which) {
        blocks.replaceAll((number, bytes) -> {
            byte[] rotten = bytes.clone();
            rotten[rotten.length / 2] ^= (byte) (which.test(number) ? 1 : 0);
            return rotten;
        });
    }

    /// It gives another block than the one asked for.
    synchronized void mixUp() {
        served = number -> blocks.keySet().stream()
                .filter(other -> other != number)
                .findFirst()
                .orElse(number);
    }

    /// Its disk gives nothing, or does again.
    synchronized void readable(boolean may) {
        readable = may;
    }

    /// It keeps no manifest from now on.
    synchronized void keepNoFeed() {
        keepsFeed = false;
    }

    /// It gives nothing before the gate is open.
    synchronized void behind(CountDownLatch gate) {
        this.gate = gate;
    }

    /// It loses what it holds, and signs for less.
    synchronized void forget() {
        blocks.clear();
    }

    /// It loses so many of the blocks that it holds.
    synchronized void lose(int count) {
        List.copyOf(blocks.keySet()).stream().limit(count).forEach(blocks::remove);
    }

    synchronized int size() {
        return blocks.size();
    }

    /// It holds one transfer: a new one takes the place of the last, whose stragglers are turned away.
    private boolean isCurrent(Grant grant) {
        if (transfers.add(grant.transfer())) {
            blocks.clear();
            feed.clear();
        }
        return transfers.getLast().equals(grant.transfer());
    }

    @Override
    public synchronized void put(Grant grant, SealedBlock block, PutReply reply) {
        if (!isCurrent(grant)) {
            reply.refused(Refusal.EXPIRED, "another transfer has begun");
            return;
        }
        if (blocks.size() >= room) {
            reply.refused(Refusal.FULL, "no room");
            return;
        }
        byte[] bytes = new byte[block.length()];
        block.bytes().duplicate().get(bytes);
        byte[] held = blocks.putIfAbsent(block.number(), bytes);
        if (held == null || Arrays.equals(held, bytes)) {
            reply.stored();
        } else {
            reply.refused(Refusal.FORBIDDEN, "another block has that number");
        }
    }

    @Override
    public void get(Grant grant, int number, GetReply reply) {
        awaitGate();
        byte[] bytes;
        synchronized (this) {
            if (!readable) {
                reply.refused(Refusal.FAILED, "its disk gives nothing");
                return;
            }
            bytes = blocks.get(served.applyAsInt(number));
        }
        if (bytes == null) {
            reply.refused(Refusal.MISSING, "block " + number + " is not here");
            return;
        }
        try {
            ByteBuffer buffer = buffers.take(bytes.length);
            reply.block(SealedBlock.parse(buffer.put(bytes).flip()));
        } catch (InterruptedException | BlockFormatException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitGate() {
        CountDownLatch current;
        synchronized (this) {
            current = gate;
        }
        try {
            current.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public synchronized void appendFeed(Grant grant, FeedEntry entry, PutReply reply) {
        if (!isCurrent(grant)) {
            reply.refused(Refusal.EXPIRED, "another transfer has begun");
            return;
        }
        if (!keepsFeed) {
            reply.refused(Refusal.MISSING, "the transfer was dropped");
            return;
        }
        if (entry.sequence() < feed.size() && !feed.get((int) entry.sequence()).equals(entry)) {
            reply.refused(Refusal.FORBIDDEN, "another entry is in that place");
            return;
        }
        if (entry.sequence() == feed.size()) {
            feed.add(entry);
        }
        reply.stored();
    }

    @Override
    public synchronized void readFeed(Grant grant, long fromSequence, int maxBytes, FeedReply reply) {
        if (feed.isEmpty()) {
            reply.refused(Refusal.MISSING, "no manifest here");
            return;
        }
        int from = (int) Math.min(fromSequence, feed.size());
        reply.entries(List.copyOf(feed.subList(from, Math.min(feed.size(), from + 1))));
    }

    @Override
    public synchronized void release(Grant grant, ReleaseReply reply) {
        long bytes = blocks.values().stream().mapToLong(block -> block.length).sum();
        reply.receipt(Receipt.sign(
                self, grant.transfer(), blocks.size(), bytes, new byte[32], clock.seconds() + LEASE_SECONDS));
    }

    @Override
    public synchronized void confirm(Grant grant, List<Integer> numbers, ReleaseReply reply) {
        ReceiptRoot root = new ReceiptRoot();
        long count = 0;
        long bytes = 0;
        for (int number : numbers) {
            byte[] block = blocks.get(number);
            if (block != null) {
                root.add(number, ByteBuffer.wrap(block, block.length - CHECKSUM_BYTES, CHECKSUM_BYTES));
                count++;
                bytes += block.length;
            }
        }
        reply.receipt(
                Receipt.sign(self, grant.transfer(), count, bytes, root.finish(), clock.seconds() + LEASE_SECONDS));
    }

    @Override
    public synchronized void drop(Grant grant, PutReply reply) {
        blocks.clear();
        reply.stored();
    }
}
