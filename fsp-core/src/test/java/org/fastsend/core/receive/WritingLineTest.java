package org.fastsend.core.receive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.files.Commit;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.manifest.ManifestRecord.Begin;
import org.fastsend.core.manifest.ManifestRecord.FileOpened;
import org.fastsend.core.seal.BlockOpener;
import org.fastsend.core.seal.BlockSealer;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.Compression;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.trust.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WritingLineTest {
    private static final TransferId TRANSFER = TransferId.parse("000102030405060708090a0b0c0d0e0f");

    @TempDir
    private Path directory;

    /// A server's transfers share its memory: what one that fails kept, all others would lack.
    @Test
    void aBlockThatCannotBeWrittenGivesItsMemoryBack() throws Exception {
        Buffers buffers = new Buffers(1 << 20);
        TransferKey key = new TransferKey(new byte[32]);
        SealedBlock block = new BlockSealer(
                        TRANSFER,
                        key,
                        new SealOptions(CipherSuite.AES_256_GCM, new Compression.None(), ChecksumAlgorithm.CRC32C))
                .seal(List.of(new Extent(0, 0, 5, false)), ByteBuffer.wrap(new byte[5]), buffers);
        CompletableFuture<RuntimeException> failure = new CompletableFuture<>();
        OutputTree gone = begun();
        gone.close(); // as if the disk were, too
        try (WritingLine line = new WritingLine(
                new BlockOpener(TRANSFER, key, CipherSuite.AES_256_GCM), gone, buffers, failing(failure))) {
            line.take(new WritingLine.Arrival(0, block));
            assertInstanceOf(RuntimeException.class, failure.get(10, TimeUnit.SECONDS));
        }
        assertEquals(0, buffers.lentBytes());
    }

    /// It expects a file of five bytes.
    private OutputTree begun() {
        OutputTree output = OutputTree.open(directory.resolve("dest"), TRANSFER);
        output.begin(new Begin(
                CipherSuite.AES_256_GCM,
                ChecksumAlgorithm.CRC32C,
                1 << 20,
                0,
                "",
                Identity.ephemeral().verifyingKey()));
        output.opened(new FileOpened(0, FileKind.FILE, "f", 5, 0, 0600, ""));
        return output;
    }

    private static WritingLine.Events failing(CompletableFuture<RuntimeException> failure) {
        return new WritingLine.Events() {
            @Override
            public void committed(Commit commit) {
                failure.completeExceptionally(new AssertionError("nothing can be durable"));
            }

            @Override
            public void bad(WritingLine.Arrival arrival, String reason) {
                failure.completeExceptionally(new AssertionError(reason));
            }

            @Override
            public void failed(RuntimeException cause) {
                failure.complete(cause);
            }
        };
    }
}
