package org.fastsend.core.block;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.bytes.VarInt;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;

/// The encrypted header of a block, which says what its data are (docs/wire.md, "Inner block"). The data follow it. It
/// is itself never compressed.
///
/// @param compression how the data are compressed: 0 not at all, 1 zstd, 2 zlib
/// @param dataLength bytes of data before compression, which is the sum of the extents that are no holes
/// @param storedLength bytes of data as they follow; the same if they are not compressed
/// @param extents 1 to {@link BlockPlan#MAX_EXTENTS}, none of them empty
public record InnerBlock(int compression, int dataLength, int storedLength, List<Extent> extents) {
    public static final int VERSION = 1;
    /// Compression code of data that are stored as they are.
    public static final int UNCOMPRESSED = 0;
    /// The largest block, and so the largest extent, a hole included.
    public static final int MAX_DATA = 64 << 20;

    private static final int MAX_COMPRESSION = 2;
    private static final int MAX_LENGTH_VARINT = 4; // of lengths to 2 * MAX_DATA + 1
    private static final int MAX_FIXED_LENGTH = 2 + 2 * MAX_LENGTH_VARINT + 2;
    private static final int MAX_EXTENT_LENGTH = 5 + VarInt.MAX_LENGTH + MAX_LENGTH_VARINT;

    public InnerBlock {
        extents = new BlockPlan(extents).extents();
        String wrong = wrong(compression, dataLength, storedLength, extents);
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(wrong);
        }
    }

    /// A header for data that are not compressed.
    public static InnerBlock uncompressed(List<Extent> extents) {
        int dataLength = new BlockPlan(extents).dataLength();
        return new InnerBlock(UNCOMPRESSED, dataLength, dataLength, extents);
    }

    /// The most bytes that a header with so many extents may take.
    public static int maxLength(int extents) {
        return MAX_FIXED_LENGTH + extents * MAX_EXTENT_LENGTH;
    }

    /// Bytes that {@link #write} writes.
    public int length() {
        int sum = 2 + VarInt.length(dataLength) + VarInt.length(storedLength) + VarInt.length(extents.size());
        for (Extent extent : extents) {
            sum += VarInt.length(extent.file()) + VarInt.length(extent.offset()) + VarInt.length(lengthAndHole(extent));
        }
        return sum;
    }

    public void write(ByteBuffer into) {
        into.put((byte) VERSION).put((byte) compression);
        VarInt.write(dataLength, into);
        VarInt.write(storedLength, into);
        VarInt.write(extents.size(), into);
        for (Extent extent : extents) {
            VarInt.write(extent.file(), into);
            VarInt.write(extent.offset(), into);
            VarInt.write(lengthAndHole(extent), into);
        }
    }

    /// Reads a header; what remains in {@code from} afterwards are exactly its {@link #storedLength} bytes
    /// of data, anything else is refused. No more is allocated than the bytes at hand can stand for.
    public static InnerBlock read(ByteBuffer from) throws BlockFormatException {
        try {
            int version = need(from);
            if (version != VERSION) {
                throw new BlockFormatException("inner block version " + version + " is not spoken here");
            }
            int compression = need(from);
            int dataLength = (int) within(VarInt.read(from), MAX_DATA, "data length");
            int storedLength = (int) within(VarInt.read(from), MAX_DATA, "stored length");
            List<Extent> extents = readExtents(from);
            if (storedLength != from.remaining()) {
                throw new BlockFormatException(
                        "inner block should carry " + storedLength + " bytes and has " + from.remaining());
            }
            String wrong = wrong(compression, dataLength, storedLength, extents);
            if (!wrong.isEmpty()) {
                throw new BlockFormatException(wrong);
            }
            return new InnerBlock(compression, dataLength, storedLength, extents);
        } catch (MalformedBytesException e) {
            throw new BlockFormatException("inner block: " + e.getMessage());
        }
    }

    private static List<Extent> readExtents(ByteBuffer from) throws MalformedBytesException, BlockFormatException {
        int count = (int) within(VarInt.read(from), BlockPlan.MAX_EXTENTS, "number of extents");
        if (count == 0) {
            throw new BlockFormatException("inner block holds no extents");
        }
        List<Extent> extents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int file = (int) within(VarInt.read(from), Integer.MAX_VALUE, "file number");
            long offset = within(VarInt.read(from), Long.MAX_VALUE - MAX_DATA, "offset");
            long lengthAndHole = within(VarInt.read(from), 2L * MAX_DATA + 1, "extent's length");
            extents.add(new Extent(file, offset, (int) (lengthAndHole >>> 1), (lengthAndHole & 1) == 1));
        }
        return extents;
    }

    /// What is wrong between the fields, or nothing.
    private static String wrong(int compression, int dataLength, int storedLength, List<Extent> extents) {
        long sum = 0;
        for (Extent extent : extents) {
            if (extent.length() < 1 || extent.length() > MAX_DATA) {
                return "inner block has an extent of " + extent.length() + " bytes";
            }
            sum += extent.dataLength();
        }
        if (sum != dataLength || dataLength > MAX_DATA) {
            return "inner block states " + dataLength + " bytes of data and its extents have " + sum;
        }
        if (compression < UNCOMPRESSED || compression > MAX_COMPRESSION) {
            return "unknown compression " + compression;
        }
        boolean lengthsAgree = compression == UNCOMPRESSED ? storedLength == dataLength : storedLength < dataLength;
        return storedLength >= 0 && lengthsAgree
                ? ""
                : "inner block stores " + dataLength + " bytes as " + storedLength + ", compression " + compression;
    }

    private static long lengthAndHole(Extent extent) {
        return 2L * extent.length() + (extent.hole() ? 1 : 0);
    }

    private static int need(ByteBuffer from) throws BlockFormatException {
        if (!from.hasRemaining()) {
            throw new BlockFormatException("inner block is cut short");
        }
        return from.get();
    }

    private static long within(long value, long max, String what) throws BlockFormatException {
        if (value > max) {
            throw new BlockFormatException("inner block: " + what + " " + value + " is more than " + max);
        }
        return value;
    }
}
