package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.seal.FileDigest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WriteLedgerTest {
    private static final int EXTENT = 4;
    private static final int MAX_UNCOMMITTED = 2;

    @TempDir
    Path temp;

    private FileTable files;
    private LeafTable leaves;
    private WriteLedger ledger;

    @BeforeEach
    void open() {
        files = new FileTable(temp, EXTENT);
        files.add(new FileOpened(0, FileKind.FILE, "f", 10L * EXTENT, 0, 0644, ""));
        leaves = new LeafTable(temp);
        ledger = new WriteLedger(leaves, MAX_UNCOMMITTED);
    }

    @AfterEach
    void close() {
        files.close();
        leaves.close();
    }

    @Test
    void whoComesSecondWaitsForTheFirstAndThenHasNothingToWrite() throws Exception {
        BitSet claimed = ledger.claim(block(0, 3, 1));
        assertEquals(BitSet.valueOf(new long[] {1}), claimed);
        FutureTask<BitSet> second = claimElsewhere(block(1, 3, 1));
        ledger.wrote(block(0, 3, 1), claimed);
        assertEquals(new BitSet(), second.get());
    }

    @Test
    void whoWaitsTakesOverIfTheFirstFails() throws Exception {
        BitSet claimed = ledger.claim(block(0, 3, 1));
        FutureTask<BitSet> second = claimElsewhere(block(1, 3, 1));
        ledger.release(block(0, 3, 1), claimed);
        assertEquals(BitSet.valueOf(new long[] {1}), second.get());
    }

    @Test
    void whoWaitsIsRefusedIfTheFirstWroteSomethingElse() throws Exception {
        BitSet claimed = ledger.claim(block(0, 3, 1));
        FutureTask<BitSet> second = claimElsewhere(block(1, 3, 2));
        ledger.wrote(block(0, 3, 1), claimed);
        ExecutionException refusal = assertThrows(ExecutionException.class, second::get);
        assertInstanceOf(BlockFormatException.class, refusal.getCause());
    }

    @Test
    void tooMuchThatIsNotCommittedMakesWritersWait() throws Exception {
        write(block(0, 0, 1));
        write(block(1, 1, 1));
        FutureTask<BitSet> third = claimElsewhere(block(2, 2, 1));
        WriteLedger.Batch batch = ledger.take();
        assertTrue(!third.isDone(), "what is being committed still counts");
        ledger.committed(batch);
        assertEquals(1, third.get().cardinality());
        assertEquals(BitSet.valueOf(new long[] {3}), ledger.heldBlocks());
    }

    @Test
    void whoWaitsForACommitThatWillNotComeGivesUp() throws Exception {
        write(block(0, 0, 1));
        write(block(1, 1, 1));
        FutureTask<BitSet> third = claimElsewhere(block(2, 2, 1));
        ledger.end();
        assertInstanceOf(
                IllegalStateException.class,
                assertThrows(ExecutionException.class, third::get).getCause());
    }

    private void write(PlacedBlock block) throws Exception {
        ledger.wrote(block, ledger.claim(block));
    }

    /// Claims on another thread, and returns when that thread waits.
    private FutureTask<BitSet> claimElsewhere(PlacedBlock block) {
        FutureTask<BitSet> claim = new FutureTask<>(() -> ledger.claim(block));
        Thread thread = Thread.ofPlatform().daemon().start(claim);
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return claim;
    }

    private PlacedBlock block(int number, int index, int content) throws BlockFormatException {
        byte[] data = new byte[EXTENT];
        data[0] = (byte) content;
        Extent extent = new Extent(0, (long) index * EXTENT, EXTENT, false);
        return PlacedBlock.of(number, List.of(extent), ByteBuffer.wrap(data), files, new FileDigest.HoleLeaves(EXTENT));
    }
}
