package org.fastsend.core.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a disk that fails or fills up does to a collection.
class OutputTreeFaultTest {
    private static final int EXTENT = 64 * 1024;

    @TempDir
    Path temp;

    private Path root;
    private Path destination;
    private SentTree sent;

    @BeforeEach
    void sendSomeFiles() throws Exception {
        root = Files.createDirectory(temp.resolve("tree"));
        destination = Files.createDirectory(temp.resolve("destination"));
        Random random = new Random(1);
        Trees.file(root.resolve("large"), Trees.bytes(random, 3 * EXTENT + 100));
        Trees.file(root.resolve("small"), Trees.bytes(random, 100));
        sent = SentTree.of(EXTENT, temp, root);
        assertTrue(sent.blocks.size() >= 4, sent.blocks.size() + " blocks");
    }

    @Test
    void theJournalHearsOfABlockOnlyWhenItsDataIsDurable() throws Exception {
        Faults faults = new Faults();
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER, faults::watch)) {
            sent.tellAll(output);
            for (SentTree.Block block : sent.blocks) {
                block.writeTo(output);
            }
            faults.happened.clear();
            assertEquals(sent.blocks.size(), output.commit().blocks().size());
        }
        List<String> steps = new ArrayList<>(faults.happened);
        int firstJournal = steps.indexOf("journal write");
        assertTrue(Collections.frequency(steps.subList(0, firstJournal), "data force") >= 2, steps.toString());
        assertFalse(steps.subList(firstJournal, steps.size()).contains("data force"), steps.toString());
        assertEquals("journal force", steps.get(firstJournal + 1), "and is durable itself before commit returns");
    }

    @Test
    void aFullDiskIsNamedAndTheBlockCanBeWrittenAgain() throws Exception {
        Faults faults = new Faults();
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER, faults::watch)) {
            sent.tellAll(output);
            faults.failDataWrites = true;
            FspException failure = assertThrows(FspException.class, () -> sent.writeAll(output));
            assertEquals(ErrorCode.DISK_FULL, failure.code());
            assertTrue(failure.getMessage().contains(destination.toString()), failure.getMessage());
            faults.failDataWrites = false;
            assertEquals(List.of(), output.commit().blocks(), "nothing of it counts");
            sent.writeAll(output);
            assertEquals(List.of(), output.finish());
        }
        assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")));
    }

    @Test
    void aDiskThatFillsUpInTheJournalKeepsWhatWasCommittedBefore() throws Exception {
        Faults faults = new Faults();
        failInSecondCommit(faults, ErrorCode.DISK_FULL, () -> faults.failJournalWrites = true);
        resumeAndFinish();
    }

    @Test
    void aFailedSyncOfTheDataIsNeverForgiven() throws Exception {
        Faults faults = new Faults();
        failInSecondCommit(faults, ErrorCode.IO_FAILURE, () -> faults.failDataForces = true);
        resumeAndFinish();
    }

    @Test
    void aFailedSyncOfTheJournalIsNeverForgiven() throws Exception {
        Faults faults = new Faults();
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER, faults::watch)) {
            sent.tellAll(output);
            sent.blocks.getFirst().writeTo(output);
            faults.failJournalForces = true;
            assertThrows(FspException.class, output::commit);
            assertEquals(new BitSet(), output.heldBlocks());
            faults.failJournalForces = false;
            assertThrows(IllegalStateException.class, output::commit);
        }
    }

    private void failInSecondCommit(Faults faults, ErrorCode code, Runnable breakIt) throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER, faults::watch)) {
            sent.tellAll(output);
            sent.blocks.getFirst().writeTo(output);
            output.commit();
            sent.blocks.get(1).writeTo(output);
            breakIt.run();
            FspException failure = assertThrows(FspException.class, output::commit);
            assertEquals(code, failure.code());
            faults.heal();
            assertThrows(IllegalStateException.class, output::commit, "what is lost in the kernel stays lost");
            assertEquals(BitSet.valueOf(new long[] {1}), output.heldBlocks());
        }
    }

    private void resumeAndFinish() throws Exception {
        try (OutputTree output = OutputTree.open(destination, SentTree.TRANSFER)) {
            assertEquals(BitSet.valueOf(new long[] {1}), output.heldBlocks());
            sent.tellAll(output);
            sent.writeAll(output);
            assertEquals(List.of(), output.finish());
        }
        assertEquals(Snapshot.of(root), Snapshot.of(destination.resolve("tree")));
    }

    /// A disk whose operations are written down and can be made to fail. The journal is what is opened first.
    private static final class Faults {
        final List<String> happened = Collections.synchronizedList(new ArrayList<>());
        volatile boolean failDataWrites;
        volatile boolean failDataForces;
        volatile boolean failJournalWrites;
        volatile boolean failJournalForces;
        private int opened;

        synchronized FileChannel watch(FileChannel channel) {
            boolean journal = opened++ == 0;
            return new WatchedChannel(channel, new WatchedChannel.Disk() {
                @Override
                public void write(long position, int bytes) throws IOException {
                    happened.add(journal ? "journal write" : "data write");
                    if (journal ? failJournalWrites : failDataWrites) {
                        throw new IOException("No space left on device");
                    }
                }

                @Override
                public void force() throws IOException {
                    happened.add(journal ? "journal force" : "data force");
                    if (journal ? failJournalForces : failDataForces) {
                        throw new IOException("Input/output error");
                    }
                }
            });
        }

        void heal() {
            failDataWrites = false;
            failDataForces = false;
            failJournalWrites = false;
            failJournalForces = false;
        }
    }
}
