package org.fastsend.relay.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;

/// Finds the blocks of a segment when the store starts. In a closed segment their headers say where they lie. An open
/// one ends in whatever a crash left there, in any order, so each block's checksum is verified. Where bytes are
/// damaged, the scan goes on at the next whole block: damage to one block never hides another.
final class SegmentScan {
    private static final int WINDOW_BYTES = 64 * 1024;

    private final DiskFile file;
    private final TransferId transfer;
    private final Buffers buffers;
    private final boolean closed;
    private final long limit;

    SegmentScan(DiskFile file, TransferId transfer, Buffers buffers) throws IOException {
        this.file = file;
        this.transfer = transfer;
        this.buffers = buffers;
        this.closed = SegmentFooter.closes(file);
        this.limit = closed ? file.size() - SegmentFooter.LENGTH : file.size();
    }

    /// Hears of each block, in the order of the file.
    interface Found {
        void block(BlockHeader header, long offset, ByteBuffer checksum);
    }

    /// @param end end of the last block
    /// @param damagedBytes bytes before {@code end}, or before the footer, that are in no block
    /// @param closed whether the segment has its footer
    record Result(long end, long damagedBytes, boolean closed) {}

    Result run(Found found) throws IOException, InterruptedException {
        long at = 0;
        long end = 0;
        long damagedBytes = 0;
        while (at >= 0 && at < limit) {
            Optional<BlockHeader> header = headerAt(at);
            if (header.isPresent() && (closed || isWhole(header.get(), at))) {
                found.block(header.get(), at, checksumOf(header.get(), at));
                damagedBytes += at - end;
                at += header.get().sealedLength();
                end = at;
            } else {
                at = nextWholeBlock(at + 1);
            }
        }
        return new Result(end, closed ? damagedBytes + limit - end : damagedBytes, closed);
    }

    private Optional<BlockHeader> headerAt(long offset) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.LENGTH);
        if (offset + BlockHeader.LENGTH > limit || file.read(bytes, offset) < BlockHeader.LENGTH) {
            return Optional.empty();
        }
        try {
            BlockHeader header = BlockHeader.read(bytes.flip());
            boolean fits = offset + header.sealedLength() <= limit;
            return fits && header.transfer().equals(transfer) ? Optional.of(header) : Optional.empty();
        } catch (BlockFormatException _) {
            return Optional.empty();
        }
    }

    private ByteBuffer checksumOf(BlockHeader header, long offset) throws IOException {
        ByteBuffer checksum = ByteBuffer.allocate(header.checksum().length());
        file.read(checksum, offset + header.sealedLength() - checksum.capacity());
        return checksum.flip();
    }

    private boolean isWhole(BlockHeader header, long offset) throws IOException, InterruptedException {
        ByteBuffer bytes = buffers.take(header.sealedLength());
        try {
            return file.read(bytes, offset) == header.sealedLength()
                    && new SealedBlock(header, bytes.flip()).checksumHolds();
        } finally {
            buffers.give(bytes);
        }
    }

    /// Searches for a header whose block is whole; -1 if there is none to the end.
    private long nextWholeBlock(long from) throws IOException, InterruptedException {
        ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES);
        for (long start = from; start + BlockHeader.LENGTH <= limit; start += WINDOW_BYTES - Integer.BYTES + 1) {
            file.read(window.clear(), start);
            window.flip();
            for (int i = 0; i + Integer.BYTES <= window.limit(); i++) {
                if (window.getInt(i) == BlockHeader.MAGIC) {
                    Optional<BlockHeader> header = headerAt(start + i);
                    if (header.isPresent() && isWhole(header.get(), start + i)) {
                        return start + i;
                    }
                }
            }
        }
        return -1;
    }
}
