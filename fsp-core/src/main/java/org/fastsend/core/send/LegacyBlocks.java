package org.fastsend.core.send;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.files.SealedNote;
import org.fastsend.core.files.SlotTable;
import org.fastsend.core.manifest.ManifestRecord.BlocksUnneeded;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.manifest.Placement;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.ReceiptRoot;

/// The blocks that earlier runs have sealed and placed, and which of them count: of those that replace one another the
/// newest that was placed, if a file in it is still as it was. In memory are four bytes a block and a bit a placement.
/// Not thread-safe: handed on from one thread to the next.
final class LegacyBlocks implements Closeable {
    private static final int UNKNOWN = -1;
    /// Spreads blocks evenly over a partition, as {@link Cutter} does with small files.
    private static final double EVEN_STEP = 0.6180339887498949;

    private final SourceSpool spool;
    private final SlotTable checksums;
    private final int checksumBytes;
    private final List<RelayNamed> relays = new ArrayList<>();
    private final Map<Integer, BitSet> placedOn = new HashMap<>();
    private final BitSet placed = new BitSet();
    private final Map<Integer, Integer> replacedBy = new HashMap<>();
    private final BitSet replacements = new BitSet();
    private final BitSet unneeded = new BitSet();
    private final BitSet counting = new BitSet();
    private final BitSet givenUp = new BitSet();
    private int[] planOfBlock = new int[0];
    private int plans;

    /// @param spool takes the plans of the blocks, before any other
    LegacyBlocks(SourceSpool spool, int checksumBytes, Path directory) {
        this.spool = spool;
        this.checksumBytes = checksumBytes;
        this.checksums = new SlotTable(directory, checksumBytes);
    }

    void sealed(SealedNote block) {
        int number = block.number();
        if (number >= planOfBlock.length) {
            int before = planOfBlock.length;
            planOfBlock = Arrays.copyOf(planOfBlock, Math.max(1024, Math.max(number + 1, 2 * before)));
            Arrays.fill(planOfBlock, before, planOfBlock.length, UNKNOWN);
        }
        planOfBlock[number] = plans;
        spool.add(new Cutter.Cut(plans, new BlockPlan(block.extents()), plans * EVEN_STEP % 1));
        plans++;
        checksums.put(number, Arrays.copyOf(block.checksum(), checksumBytes));
    }

    void named(RelayNamed relay) {
        relays.add(relay);
    }

    void placed(Placement placement) {
        placed.set(placement.block());
        placedOn.computeIfAbsent(placement.relay(), _ -> new BitSet()).set(placement.block());
    }

    void replaced(int oldBlock, int newBlock) {
        replacedBy.put(oldBlock, newBlock);
        replacements.set(newBlock);
    }

    void unneeded(BlocksUnneeded blocks) {
        unneeded.set(blocks.firstBlock(), blocks.firstBlock() + blocks.count());
    }

    /// Relays named so far, whether they are there or not.
    List<RelayNamed> relays() {
        return relays;
    }

    int plans() {
        return plans;
    }

    int planOf(int block) {
        return planOfBlock[block];
    }

    /// Decides which blocks count, once it is known which files are still as they were.
    ///
    /// @param numbers those that earlier runs may have used are below this
    void decide(int numbers, LegacyFiles files) {
        for (int first = 0; first < numbers; first++) {
            if (!unneeded.get(first) && !replacements.get(first)) {
                int newest = newestPlaced(first);
                if (newest == UNKNOWN || !cover(newest, files)) {
                    givenUp.set(first);
                } else {
                    counting.set(newest);
                }
            }
        }
    }

    /// Runs of numbers that nobody needs any more.
    List<BlocksUnneeded> givenUp() {
        List<BlocksUnneeded> runs = new ArrayList<>();
        for (int from = givenUp.nextSetBit(0); from >= 0; from = givenUp.nextSetBit(from)) {
            int end = givenUp.nextClearBit(from);
            runs.add(new BlocksUnneeded(from, end - from));
            from = end;
        }
        return runs;
    }

    private int newestPlaced(int first) {
        int newest = UNKNOWN;
        for (Integer block = first; block != null; block = replacedBy.get(block)) {
            if (placed.get(block) && block < planOfBlock.length && planOfBlock[block] != UNKNOWN) {
                newest = block;
            }
        }
        return newest;
    }

    /// Whether something in the block is still worth having; its extents need not be read again then.
    private boolean cover(int block, LegacyFiles files) {
        boolean alive = false;
        for (Extent extent : spool.cut(planOfBlock[block]).plan().extents()) {
            if (files.isKept(extent.file())) {
                files.cover(extent);
                alive = true;
            }
        }
        return alive;
    }

    /// The blocks that count as soon as a relay has shown that it holds them.
    BitSet counting() {
        return counting;
    }

    /// Those of them that the relay with this key should hold.
    BitSet expectedOf(KeyHash relay) {
        return expectedOf(named -> named.key().equals(relay));
    }

    /// Those of them that relays which were named so should hold.
    BitSet expectedOf(Predicate<RelayNamed> which) {
        BitSet expected = new BitSet();
        for (RelayNamed named : relays) {
            if (which.test(named)) {
                expected.or(placedOn.getOrDefault(named.relay(), new BitSet()));
            }
        }
        expected.and(counting);
        return expected;
    }

    /// What a receipt over exactly these blocks has to say.
    byte[] receiptRoot(List<Integer> blocks) {
        ReceiptRoot root = new ReceiptRoot();
        for (int block : blocks) {
            root.add(block, ByteBuffer.wrap(checksums.get(block)));
        }
        return root.finish();
    }

    /// Bytes of those files in the block that are still as they were.
    long dataBytes(int block, LegacyFiles files) {
        return spool.cut(planOfBlock[block]).plan().extents().stream()
                .filter(extent -> files.isKept(extent.file()))
                .mapToLong(Extent::length)
                .sum();
    }

    @Override
    public void close() {
        checksums.close();
    }
}
