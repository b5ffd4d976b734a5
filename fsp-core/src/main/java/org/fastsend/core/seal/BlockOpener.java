package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.block.BlockFormatException;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.InnerBlock;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;

/// Opens the sealed blocks of one transfer (docs/wire.md, "Block"). What it returns is what the holder of the key
/// sealed under that number. It leaves the checksum alone, which only tells accidents apart: see {@link
/// SealedBlock#checksumHolds}. Thread-safe.
public final class BlockOpener {
    private final TransferId transfer;
    private final TransferKey key;
    private final CipherSuite suite;
    /// By their first number, the newest run first.
    private volatile List<Run> runs = List.of();

    /// @param suite the cipher that ticket or manifest names
    public BlockOpener(TransferId transfer, TransferKey key, CipherSuite suite) {
        this.transfer = transfer;
        this.key = key;
        this.suite = suite;
        resumed(0, SenderRun.FIRST);
    }

    private record Run(int firstBlock, PayloadCipher cipher) {}

    /// Blocks from this number on are of that run of the sender; runs come in the order of their numbers.
    public synchronized void resumed(int firstBlock, SenderRun run) {
        List<Run> all = new ArrayList<>(runs);
        all.addFirst(new Run(firstBlock, PayloadCipher.of(suite, KeyPurpose.BLOCK.derive(transfer, key, suite, run))));
        runs = List.copyOf(all);
    }

    private PayloadCipher cipherOf(int block) {
        for (Run run : runs) {
            if (block >= run.firstBlock) {
                return run.cipher;
            }
        }
        throw new IllegalArgumentException("no block has the number " + block);
    }

    /// Opens a block that was asked for: another one is refused, however genuine. See {@link
    /// #open(SealedBlock, Buffers)}.
    public OpenedBlock open(SealedBlock block, int expectedNumber, Buffers buffers)
            throws BlockFormatException, SealException, InterruptedException {
        if (block.number() != expectedNumber) {
            throw new BlockFormatException("block " + block.number() + " came in place of " + expectedNumber);
        }
        return open(block, buffers);
    }

    /// Authenticates and decrypts a block; its bytes stay as they are.
    ///
    /// @param buffers lends the memory for the data: the payload's length, and while a compressed block is
    ///     opened also the data's
    /// @throws BlockFormatException if it is another transfer's block, or a key's holder sealed what is no
    ///     inner block
    /// @throws SealException if it is not what was sealed under its number
    public OpenedBlock open(SealedBlock block, Buffers buffers)
            throws BlockFormatException, SealException, InterruptedException {
        BlockHeader header = block.header();
        if (!header.transfer().equals(transfer)) {
            throw new BlockFormatException(
                    "block " + header.number() + " belongs to another transfer, " + header.transfer());
        }
        ByteBuffer plain = buffers.take(header.payloadLength());
        boolean handedOver = false;
        try {
            decrypt(block, plain);
            InnerBlock inner = InnerBlock.read(plain);
            if (inner.compression() == InnerBlock.UNCOMPRESSED) {
                handedOver = true;
                return new OpenedBlock(header.number(), inner.extents(), plain);
            }
            return new OpenedBlock(header.number(), inner.extents(), decompress(inner, plain, buffers));
        } finally {
            if (!handedOver) {
                buffers.give(plain);
            }
        }
    }

    private void decrypt(SealedBlock block, ByteBuffer plain) throws SealException {
        ByteBuffer bytes = block.bytes();
        byte[] associated = new byte[BlockHeader.LENGTH];
        bytes.get(bytes.position(), associated);
        try {
            plain.limit(cipherOf(block.number()).open(block.number(), associated, block.payload(), plain));
        } catch (SealException e) {
            throw new SealException("block " + block.number() + " is not as it was sealed: " + e.getMessage());
        }
    }

    private static ByteBuffer decompress(InnerBlock inner, ByteBuffer stored, Buffers buffers)
            throws BlockFormatException, InterruptedException {
        ByteBuffer data = buffers.take(inner.dataLength());
        boolean whole = false;
        try {
            Decompressor.decompress(inner.compression(), stored, data);
            whole = true;
            return data;
        } finally {
            if (!whole) {
                buffers.give(data);
            }
        }
    }
}
