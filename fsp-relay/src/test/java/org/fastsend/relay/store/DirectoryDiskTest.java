package org.fastsend.relay.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.GetReply;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.fastsend.relay.admission.Admission;
import org.fastsend.relay.admission.AdmissionLimits;
import org.fastsend.relay.lease.LeaseTerm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The store on a real file system with real threads.
class DirectoryDiskTest {
    private static final int WRITERS = 4;
    private static final int BLOCKS_EACH = 100;

    private final Buffers buffers = new Buffers(1 << 20);

    @TempDir
    private Path directory;

    @Test
    void manyPutsShareFewForcesAndAreAllFoundAgain() throws Exception {
        AtomicInteger forces = new AtomicInteger();
        Disk disk = counting(new DirectoryDisk(directory), forces);
        try (ExecutorService lanes = Executors.newFixedThreadPool(3)) {
            BlockStore store = open(disk, lanes);
            putAll(store);
            assertTrue(forces.get() < WRITERS * BLOCKS_EACH / 4, forces.get() + " forces");
            store.close();
            BlockStore again = open(disk, lanes);
            for (int number = 0; number < WRITERS * BLOCKS_EACH; number++) {
                SealedBlock block = read(again, number);
                assertEquals(block(number).bytes(), block.bytes());
                buffers.give(block.bytes());
            }
            again.close();
        }
    }

    @Test
    void namesAndDirectoriesBehaveLikeTheDiskInMemory() throws Exception {
        DirectoryDisk disk = new DirectoryDisk(directory);
        disk.makeDirectory("a");
        disk.makeDirectory("a");
        disk.create("a/one").close();
        disk.create("a/two").close();
        disk.rename("a/one", "a/two");
        disk.forceDirectory("a");
        assertEquals(List.of("two"), disk.list("a"));
        TransferFiles.deleteTree(disk, "a");
        assertTrue(!disk.exists("a"));
        assertTrue(disk.freeBytes() > 0);
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void fullDiskIsToldFromABrokenOne() throws Exception {
        Path alwaysFull = Path.of("/dev/full");
        assumeTrue(Files.exists(alwaysFull), "only Linux has a device that is always full");
        try (DiskFile file = new DirectoryDisk(alwaysFull.getParent()).open("full")) {
            assertThrows(
                    DiskFullException.class, () -> file.write(Samples.block(0).bytes(), 0));
        }
    }

    private static SealedBlock block(int number) {
        return Samples.block(number, ChecksumAlgorithm.CRC32C, 3000);
    }

    private BlockStore open(Disk disk, ExecutorService lanes) throws Exception {
        return BlockStore.open(new StoreParts(
                disk,
                StoreSettings.forLease(LeaseTerm.DEFAULT),
                new Admission(new AdmissionLimits(1 << 30, 0, 10, 10_000), () -> 0),
                () -> 1_800_000_000_000L,
                new Lanes(lanes, lanes),
                buffers));
    }

    private static void putAll(BlockStore store) throws InterruptedException {
        CountDownLatch stored = new CountDownLatch(WRITERS * BLOCKS_EACH);
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            int first = writer;
            writers.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; i < BLOCKS_EACH; i++) {
                    granted(store, Samples.TRANSFER)
                            .put(block(first + i * WRITERS), Samples.NO_QUOTA, new Counted(stored));
                }
            }));
        }
        for (Thread writer : writers) {
            writer.join();
        }
        stored.await();
    }

    private SealedBlock read(BlockStore store, int number) throws InterruptedException {
        CountDownLatch answered = new CountDownLatch(1);
        Answers.OfGet got = new Answers.OfGet(buffers);
        granted(store, Samples.TRANSFER).get(number, new GetReply() {
            @Override
            public Optional<ByteBuffer> room(int bytes) {
                return got.room(bytes);
            }

            @Override
            public void block(SealedBlock block) {
                got.block(block);
                answered.countDown();
            }

            @Override
            public void refused(Refusal refusal, String reason) {
                got.refused(refusal, reason);
                answered.countDown();
            }
        });
        answered.await();
        return got.block().orElseThrow();
    }

    private static StoredTransfer granted(BlockStore store, TransferId transfer) {
        return switch (store.open(transfer, Samples.OWNER)) {
            case BlockStore.Access.Granted granted -> granted.transfer();
            case BlockStore.Access.Denied denied -> throw new AssertionError(denied);
        };
    }

    private record Counted(CountDownLatch answers) implements PutReply {
        @Override
        public void stored() {
            answers.countDown();
        }

        @Override
        public void refused(Refusal refusal, String reason) {
            throw new AssertionError(reason);
        }
    }

    /// The same disk, whose files count how often they are forced.
    private static Disk counting(Disk disk, AtomicInteger forces) {
        return through(
                Disk.class,
                disk,
                (method, result) -> result instanceof DiskFile file
                        ? through(DiskFile.class, file, (inner, value) -> {
                            if (inner.getName().equals("force")) {
                                forces.incrementAndGet();
                            }
                            return value;
                        })
                        : result);
    }

    private static <T> T through(Class<T> type, T target, BiFunction<Method, Object, Object> seen) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (_, method, arguments) -> seen.apply(method, method.invoke(target, arguments))));
    }
}
