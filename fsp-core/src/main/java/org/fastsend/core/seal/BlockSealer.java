package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import org.fastsend.core.block.BlockHeader;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.InnerBlock;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.extent.Extent;

/// Makes sealed blocks of extents and their data: compresses them if that is worth it, encrypts, authenticates,
/// checksums (docs/wire.md, "Block"). It takes a fresh number for each, a block that is read again included, so none
/// is ever sealed twice: there must be one sealer a key and run, ever. Thread-safe.
public final class BlockSealer {
    private final TransferId transfer;
    private final PayloadCipher cipher;
    private final Compressor compressor;
    private final ChecksumAlgorithm checksum;
    private final BlockNumbers numbers;

    /// The sealer of a transfer's only run: numbers from 0 and without gaps.
    public BlockSealer(TransferId transfer, TransferKey key, SealOptions options) {
        this(transfer, key, options, SenderRun.FIRST, BlockNumbers.from(0));
    }

    public BlockSealer(TransferId transfer, TransferKey key, SealOptions options, SenderRun run, BlockNumbers numbers) {
        this(
                transfer,
                PayloadCipher.of(options.cipher(), KeyPurpose.BLOCK.derive(transfer, key, options.cipher(), run)),
                options,
                numbers);
    }

    /// For tests of the limits: another cipher of the same kind.
    BlockSealer(TransferId transfer, PayloadCipher cipher, SealOptions options, int firstNumber) {
        this(transfer, cipher, options, BlockNumbers.from(firstNumber));
    }

    private BlockSealer(TransferId transfer, PayloadCipher cipher, SealOptions options, BlockNumbers numbers) {
        this.transfer = transfer;
        this.cipher = cipher;
        this.compressor = new Compressor(options.compression());
        this.checksum = options.checksum();
        this.numbers = numbers;
    }

    /// The most bytes that a sealed block of so much data in so many extents may have: what {@link #seal}
    /// may take.
    public int maxSealedLength(int dataLength, int extents) {
        return sealedLength(InnerBlock.maxLength(extents) + dataLength);
    }

    /// Seals a block under the next number.
    ///
    /// @param extents 1 to 4096, none empty
    /// @param data the bytes of the extents that are no holes, in order, from position to limit of a heap
    ///     buffer; its position does not move
    /// @param buffers lends the block's memory, which the caller gives back
    /// @throws IllegalArgumentException if the data are not as long as the extents say
    /// @throws IllegalStateException past the cipher's limits: the transfer can seal no more
    public SealedBlock seal(List<Extent> extents, ByteBuffer data, Buffers buffers) throws InterruptedException {
        InnerBlock inner = InnerBlock.uncompressed(extents);
        if (inner.dataLength() != data.remaining()) {
            throw new IllegalArgumentException(
                    "extents of " + inner.dataLength() + " bytes came with " + data.remaining() + " bytes of data");
        }
        ByteBuffer out = buffers.take(sealedLength(inner.length() + inner.dataLength()));
        boolean sealed = false;
        try {
            int plainLength = layOut(inner, data, out);
            SealedBlock block = encrypt(plainLength, out);
            sealed = true;
            return block;
        } finally {
            if (!sealed) {
                buffers.give(out);
            }
        }
    }

    /// Writes the plaintext, compressed or not, to where the cipher wants it; its length.
    private int layOut(InnerBlock inner, ByteBuffer data, ByteBuffer out) {
        int start = BlockHeader.LENGTH + cipher.prefixLength();
        int dataStart = start + inner.length();
        OptionalInt stored = compressor.compress(data, out.position(dataStart));
        if (stored.isEmpty()) {
            inner.write(out.position(start));
            out.put(data.duplicate());
            return out.position() - start;
        }
        InnerBlock compressed =
                new InnerBlock(compressor.code(), inner.dataLength(), stored.getAsInt(), inner.extents());
        compressed.write(out.position(start));
        out.put(out.slice(dataStart, stored.getAsInt())); // a shorter length may have made a shorter header
        return out.position() - start;
    }

    private SealedBlock encrypt(int plainLength, ByteBuffer out) {
        BlockHeader header = new BlockHeader(transfer, numbers.next(), checksum, cipher.sealedLength(plainLength));
        header.write(out.clear());
        byte[] associated = new byte[BlockHeader.LENGTH];
        out.get(0, associated);
        cipher.seal(header.number(), associated, out, plainLength);
        int covered = BlockHeader.LENGTH + header.payloadLength();
        checksum.compute(out.slice(0, covered), out.position(covered));
        return new SealedBlock(header, out.flip());
    }

    private int sealedLength(int plainLength) {
        return BlockHeader.LENGTH + cipher.sealedLength(plainLength) + checksum.length();
    }
}
