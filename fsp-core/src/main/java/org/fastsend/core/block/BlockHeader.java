package org.fastsend.core.block;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/// The outer header of a sealed block, the only part that relays read (docs/wire.md, "Block").
///
/// @param transfer the transfer that the block belongs to
/// @param number the block's number, from 0; never sealed twice under one key
/// @param checksum algorithm of the checksum that follows the payload
/// @param payloadLength bytes between header and checksum, 0 to {@link #MAX_PAYLOAD}
public record BlockHeader(TransferId transfer, int number, ChecksumAlgorithm checksum, int payloadLength) {
    public static final int LENGTH = 36;
    public static final int MAGIC = 0x46535042; // "FSPB"
    public static final int VERSION = 1;
    /// Largest payload: a block of 64 MiB of incompressible data, its inner header and the cipher's
    /// expansion.
    public static final int MAX_PAYLOAD = (64 << 20) + (128 << 10);

    private static final int CHECKSUMMED_BYTES = LENGTH - Integer.BYTES;

    public BlockHeader {
        if (number < 0 || payloadLength < 0 || payloadLength > MAX_PAYLOAD) {
            throw new IllegalArgumentException("block header out of range: " + number + ", " + payloadLength);
        }
    }

    /// Bytes of the whole sealed block: header, payload and checksum.
    public int sealedLength() {
        return LENGTH + payloadLength + checksum.length();
    }

    /// Writes {@link #LENGTH} bytes.
    public void write(ByteBuffer into) {
        int start = into.position();
        into.putInt(MAGIC)
                .put((byte) VERSION)
                .put((byte) 0)
                .put((byte) checksum.code())
                .put((byte) LENGTH);
        transfer.write(into);
        into.putInt(number).putInt(payloadLength);
        into.putInt(headerChecksum(into, start));
    }

    /// Reads {@link #LENGTH} bytes; the position moves behind them only if they are a header.
    public static BlockHeader read(ByteBuffer from) throws BlockFormatException {
        if (from.remaining() < LENGTH) {
            throw new BlockFormatException("block header is cut short: " + from.remaining() + " bytes");
        }
        ByteBuffer in = from.slice(from.position(), LENGTH);
        if (in.getInt() != MAGIC) {
            throw new BlockFormatException("not a block: wrong magic");
        }
        int version = in.get();
        in.get(); // flags: none is defined yet, unknown ones are ignored
        int algorithm = in.get();
        int length = in.get();
        TransferId transfer = TransferId.read(in);
        int number = in.getInt();
        int payloadLength = in.getInt();
        if (in.getInt() != headerChecksum(in, 0)) {
            throw new BlockFormatException("block header fails its checksum");
        }
        if (version != VERSION || length != LENGTH) {
            throw new BlockFormatException("block version " + version + " is not spoken here");
        }
        ChecksumAlgorithm checksum = ChecksumAlgorithm.of(algorithm)
                .orElseThrow(() -> new BlockFormatException("unknown checksum algorithm " + algorithm));
        if (number < 0 || payloadLength < 0 || payloadLength > MAX_PAYLOAD) {
            throw new BlockFormatException("block number or payload length out of range");
        }
        from.position(from.position() + LENGTH);
        return new BlockHeader(transfer, number, checksum, payloadLength);
    }

    private static int headerChecksum(ByteBuffer buffer, int start) {
        CRC32C sum = new CRC32C();
        sum.update(buffer.duplicate().limit(start + CHECKSUMMED_BYTES).position(start));
        return (int) sum.getValue();
    }
}
