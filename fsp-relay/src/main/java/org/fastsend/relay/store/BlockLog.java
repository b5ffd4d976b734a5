package org.fastsend.relay.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The blocks of one transfer in its segment files. Blocks are staged, forced together, and only then published: from
/// then on they are held. Staging to publishing is for the transfer's committer alone; reading is for any thread.
final class BlockLog {
    private static final Logger LOG = LoggerFactory.getLogger(BlockLog.class);
    private static final int PIECE_BYTES = 64 * 1024;

    private final Place place;
    private final long segmentBytes;
    private final BlockIndex index;
    private final Map<Integer, Staged> staged = new HashMap<>();
    private @Nullable SegmentWriter writer;
    private int nextSegment;

    private BlockLog(Place place, long segmentBytes, Segments.Found found) {
        this.place = place;
        this.segmentBytes = segmentBytes;
        this.index = found.index();
        this.nextSegment = found.next();
    }

    static BlockLog empty(Place place, long segmentBytes) {
        return new BlockLog(place, segmentBytes, new Segments.Found(new BlockIndex(), 0));
    }

    /// The blocks that the transfer's directory holds when the store starts.
    static BlockLog recover(Place place, Buffers buffers, long segmentBytes) throws IOException, InterruptedException {
        return new BlockLog(place, segmentBytes, Segments.recover(place, buffers));
    }

    private record Staged(SealedBlock block, BlockIndex.Spot spot) {
        /// The closing bytes of the block, a view.
        ByteBuffer checksum() {
            int length = block.header().checksum().length();
            return block.bytes().slice(block.bytes().limit() - length, length);
        }
    }

    /// Whether a block of this number is held or staged.
    boolean knows(int number) {
        return staged.containsKey(number) || index.find(number).isPresent();
    }

    /// Whether the block's checksum is of the kind that all blocks of the transfer have.
    boolean accepts(SealedBlock block) {
        int length = block.header().checksum().length();
        return staged.isEmpty()
                ? index.accepts(length)
                : staged.values().iterator().next().checksum().remaining() == length;
    }

    /// Whether the known block of this number is the same, byte for byte.
    boolean isSame(SealedBlock block) throws IOException {
        Staged twin = staged.get(block.number());
        if (twin != null) {
            return twin.block.bytes().equals(block.bytes());
        }
        BlockIndex.Spot spot = index.find(block.number()).orElseThrow();
        return spot.length() == block.length() && isOnDisk(block.bytes(), spot);
    }

    /// Compares piece by piece: the committer must not wait for a buffer, since buffers wait for the
    /// committer.
    private boolean isOnDisk(ByteBuffer bytes, BlockIndex.Spot spot) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(Math.min(PIECE_BYTES, spot.length()));
        try (OpenFiles.Lent lent = place.files().borrow(place.name(Segments.fileName(spot.segment())))) {
            for (int done = 0; done < spot.length(); done += piece.limit()) {
                piece.clear().limit(Math.min(piece.capacity(), spot.length() - done));
                lent.file().read(piece, spot.offset() + done);
                if (!piece.flip().equals(bytes.slice(bytes.position() + done, piece.limit()))) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Writes a block of an unknown number; its buffer must stay as it is until it is published or rolled
    /// back.
    void stage(SealedBlock block) throws IOException {
        SegmentWriter segment = segment();
        long offset = segment.append(block.bytes());
        staged.put(block.number(), new Staged(block, new BlockIndex.Spot(segment.number(), offset, block.length())));
    }

    void force() throws IOException {
        if (writer != null && !staged.isEmpty()) {
            writer.force();
        }
    }

    /// Holds from now on what was staged; it must be forced.
    void publish() {
        if (writer != null) {
            writer.accept();
        }
        staged.forEach((number, block) -> index.put(number, block.spot, block.checksum()));
        staged.clear();
    }

    /// Forgets what was staged and cuts it off the segment. The segment is left behind: after a failed
    /// force the system may call pages clean that never reached the disk, so nothing more is written near
    /// them.
    void rollBack() {
        staged.clear();
        if (writer != null) {
            SegmentWriter broken = writer;
            writer = null;
            try {
                broken.rollBack();
                broken.abandon();
            } catch (IOException e) {
                LOG.warn("{}: the unfinished end of segment {} remains", place.transfer(), broken.number(), e);
            }
        }
    }

    /// Closes the segment that is being written, if any; the next block begins another.
    void rest() throws IOException {
        if (writer != null) {
            SegmentWriter full = writer;
            writer = null;
            full.close();
        }
    }

    /// What is held; thread-safe.
    BlockIndex index() {
        return index;
    }

    /// Reads a held block into a buffer of its length, and verifies it.
    SealedBlock read(int number, BlockIndex.Spot spot, ByteBuffer bytes) throws IOException {
        try (OpenFiles.Lent lent = place.files().borrow(place.name(Segments.fileName(spot.segment())))) {
            lent.file().read(bytes, spot.offset());
            SealedBlock block = SealedBlock.parse(bytes.flip());
            boolean asked =
                    block.number() == number && block.header().transfer().equals(place.transfer());
            if (!asked || !block.checksumHolds()) {
                throw new IOException("block " + number + " fails its checksum or is another one");
            }
            return block;
        } catch (IOException | BlockFormatException e) {
            throw new IOException("block " + number + " of " + place.transfer() + " cannot be read back", e);
        }
    }

    private SegmentWriter segment() throws IOException {
        // Only between batches: what is staged must stay in the segment that the next force makes durable.
        if (writer != null && staged.isEmpty() && writer.length() >= segmentBytes) {
            rest();
        }
        if (writer == null) {
            writer = SegmentWriter.create(place, nextSegment++);
        }
        return writer;
    }
}
