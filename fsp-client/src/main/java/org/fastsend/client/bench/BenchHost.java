package org.fastsend.client.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockHost;
import org.fastsend.core.channel.FeedReply;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.ReleaseReply;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.trust.Grant;

/// The serving end of a path test: forgets what is put, or writes it one behind the other into a file, and gives
/// blocks from memory. Its feed has one entry, which says what it has counted. Thread-safe.
final class BenchHost implements BlockHost {
    private static final String NO_STORE = "a path test stores nothing";
    private static final int DIFFERENT_BLOCKS = 16;
    /// Written blocks wrap around here, so that a long test fits a disk.
    private static final long MAX_FILE_BYTES = 8L << 30;

    private final Buffers buffers;
    private final TransferRate rate;
    private final Optional<FileChannel> file;
    private final AtomicLong written = new AtomicLong();
    private final List<SealedBlock> blocks;

    BenchHost(Buffers buffers, TransferRate rate, Optional<FileChannel> file, byte[] noise) {
        this.buffers = buffers;
        this.rate = rate;
        this.file = file;
        this.blocks = IntStream.range(0, DIFFERENT_BLOCKS)
                .mapToObj(number -> BenchBlocks.of(number, noise))
                .toList();
    }

    @Override
    public void put(Grant grant, SealedBlock block, PutReply reply) {
        if (file.isEmpty()) {
            reply.stored();
            return;
        }
        long at = written.getAndAdd(block.length()) % MAX_FILE_BYTES;
        try {
            ByteBuffer bytes = block.bytes().duplicate();
            while (bytes.hasRemaining()) {
                file.get().write(bytes, at + bytes.position());
            }
            reply.stored();
        } catch (IOException e) {
            reply.refused(Refusal.FAILED, "cannot write: " + e.getMessage());
        }
    }

    @Override
    public void get(Grant grant, int number, GetReply reply) {
        SealedBlock block = blocks.get(number % DIFFERENT_BLOCKS);
        try {
            ByteBuffer copy = buffers.take(block.length());
            copy.put(block.bytes().duplicate()).flip();
            reply.block(new SealedBlock(block.header(), copy));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reply.refused(Refusal.FAILED, "the test ends");
        }
    }

    @Override
    public void readFeed(Grant grant, long fromSequence, int maxBytes, FeedReply reply) {
        byte[] figures = BenchFigures.of(rate.totals()).encode();
        reply.entries(List.of(new FeedEntry(fromSequence, FeedEntry.Kind.SEALED, figures)));
    }

    @Override
    public void appendFeed(Grant grant, FeedEntry entry, PutReply reply) {
        reply.refused(Refusal.FORBIDDEN, NO_STORE);
    }

    @Override
    public void confirm(Grant grant, List<Integer> blocks, ReleaseReply reply) {
        reply.refused(Refusal.FORBIDDEN, NO_STORE);
    }

    @Override
    public void release(Grant grant, ReleaseReply reply) {
        reply.refused(Refusal.FORBIDDEN, NO_STORE);
    }

    @Override
    public void drop(Grant grant, PutReply reply) {
        reply.refused(Refusal.FORBIDDEN, NO_STORE);
    }
}
