package org.fastsend.core.block;

import java.nio.ByteBuffer;

/// A block as it travels and as relays keep it: outer header, encrypted payload, checksum.
///
/// @param header the outer header, already parsed
/// @param bytes the whole block, header included, from position to limit; a heap buffer with an accessible array, lent
///     by {@link org.fastsend.core.block.Buffers} wherever blocks are in flight
public record SealedBlock(BlockHeader header, ByteBuffer bytes) {
    /// Parses the bytes from position to limit as exactly one block; its checksum is not verified yet.
    public static SealedBlock parse(ByteBuffer bytes) throws BlockFormatException {
        BlockHeader header = BlockHeader.read(bytes.duplicate());
        if (header.sealedLength() != bytes.remaining()) {
            throw new BlockFormatException("block " + header.number() + " should have " + header.sealedLength()
                    + " bytes and has " + bytes.remaining());
        }
        return new SealedBlock(header, bytes);
    }

    public int number() {
        return header.number();
    }

    public int length() {
        return bytes.remaining();
    }

    /// The encrypted payload, a view.
    public ByteBuffer payload() {
        return bytes.slice(bytes.position() + BlockHeader.LENGTH, header.payloadLength());
    }

    /// Whether header and payload match the checksum behind them.
    public boolean checksumHolds() {
        int covered = BlockHeader.LENGTH + header.payloadLength();
        ByteBuffer computed = ByteBuffer.allocate(header.checksum().length());
        header.checksum().compute(bytes.slice(bytes.position(), covered), computed);
        return computed.flip()
                .equals(bytes.slice(
                        bytes.position() + covered, header.checksum().length()));
    }
}
