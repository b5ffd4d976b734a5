package org.fastsend.core.send;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.files.ExtentReader;
import org.fastsend.core.files.SealedNote;
import org.fastsend.core.manifest.FileOutcome;
import org.fastsend.core.seal.BlockSealer;

/// The workers that read and seal blocks: as many as there are processors, so that reading, hashing and encrypting
/// keep up with several relays. Thread-safe.
final class SealingLine implements AutoCloseable {
    private static final int MAX_WORKERS = 4;

    private final ExtentReader reader;
    private final BlockSealer sealer;
    private final Buffers buffers;
    /// For data on its way into a block, one for each worker; sealed blocks in flight must not use it up.
    private final Buffers data = new Buffers((long) MAX_WORKERS * 2 * BlockHeader.MAX_PAYLOAD);

    private final ExecutorService workers;
    /// Sealed and not yet taken.
    private final Queue<Sealed> ready = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    SealingLine(ExtentReader reader, BlockSealer sealer, Buffers buffers) {
        this.reader = reader;
        this.sealer = sealer;
        this.buffers = buffers;
        int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MAX_WORKERS);
        this.workers = Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name("seal-", 0).factory());
    }

    /// A block that is sealed.
    ///
    /// @param replaces the block that held the same extents before, if they were read again
    record Sealed(int plan, double position, SealedBlock block, ExtentReader.Result read, OptionalInt replaces) {
        /// What a later run has to know of it.
        SealedNote note() {
            ByteBuffer bytes = block.bytes();
            byte[] checksum = new byte[block.header().checksum().length()];
            bytes.get(bytes.limit() - checksum.length, checksum);
            List<Boolean> good = read.outcomes().stream()
                    .map(outcome -> outcome == FileOutcome.GOOD)
                    .toList();
            return new SealedNote(block.number(), checksum, read.extents(), read.leaves(), good);
        }
    }

    /// Reads and seals one plan; the outcome comes on a worker's thread.
    ///
    /// @param done there is one more to [#take]
    void submit(Cutter.Cut cut, OptionalInt replaces, Runnable done, Consumer<RuntimeException> failed) {
        workers.execute(() -> {
            try {
                ready.add(seal(cut, replaces));
                done.run();
                if (closed) {
                    giveBackReady();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // the job is over and has said so
            } catch (RuntimeException e) {
                failed.accept(e);
            }
        });
    }

    /// The next that is done; who takes it has its memory.
    Sealed take() {
        return ready.remove();
    }

    @Override
    public void close() {
        workers.shutdownNow();
        try {
            workers.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        closed = true;
        giveBackReady();
        data.keepNone();
    }

    private void giveBackReady() {
        for (Sealed left = ready.poll(); left != null; left = ready.poll()) {
            buffers.give(left.block().bytes());
        }
    }

    private Sealed seal(Cutter.Cut cut, OptionalInt replaces) throws InterruptedException {
        BlockPlan plan = cut.plan();
        ByteBuffer plain = data.take(Math.max(1, plan.dataLength()));
        try {
            ExtentReader.Result read = reader.read(plan, plain);
            SealedBlock block = sealer.seal(read.extents(), plain.flip(), buffers);
            return new Sealed(cut.index(), cut.position(), block, read, replaces);
        } finally {
            data.give(plain);
        }
    }
}
