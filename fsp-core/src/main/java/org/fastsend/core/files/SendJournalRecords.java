package org.fastsend.core.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.extent.BlockPlan;
import org.fastsend.core.extent.Extent;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.seal.FileDigest;

/// The records of a sender's journal as bytes (docs/wire.md, "Sender's journal").
final class SendJournalRecords {
    private static final int HEAD = 1;
    private static final int RESERVED = 2;
    private static final int ENTRY = 3;
    private static final int BLOCK = 4;
    private static final int STAMPS = 5;

    private static final int MAX_HEAD_BYTES = 64 * 1024;
    private static final int MAX_CHECKSUM_BYTES = 32;

    private SendJournalRecords() {}

    static byte[] head(byte[] head) {
        return new ByteWriter().u8(HEAD).bytes(head).toBytes();
    }

    static byte[] reserved(int numbers) {
        return new ByteWriter().u8(RESERVED).varint(numbers).toBytes();
    }

    static byte[] entry(FeedEntry entry) {
        return new ByteWriter()
                .u8(ENTRY)
                .i64(entry.sequence())
                .u8(entry.kind().code())
                .bytes(entry.bytes())
                .toBytes();
    }

    static byte[] block(SealedNote block) {
        ByteWriter out = new ByteWriter().u8(BLOCK).varint(block.number()).bytes(block.checksum());
        out.varint(block.extents().size());
        for (int i = 0; i < block.extents().size(); i++) {
            Extent extent = block.extents().get(i);
            out.varint(extent.file())
                    .varint(extent.offset())
                    .varint(extent.length())
                    .u8(block.good().get(i) ? 1 : 0)
                    .raw(block.leaves().get(i));
        }
        return out.toBytes();
    }

    static byte[] stamps(int firstFile, List<FileStamp> stamps) {
        ByteWriter out = new ByteWriter().u8(STAMPS).varint(firstFile).varint(stamps.size());
        stamps.forEach(stamp -> out.i64(stamp.changedNanos()).i64(stamp.inode()));
        return out.toBytes();
    }

    /// Tells `replay` what the record says, and returns how many numbers are reserved if it says that, else
    /// 0. What cannot be was not written by a sender and throws IO_FAILURE.
    static int decode(Path path, byte[] record, SendJournalReplay replay) {
        try {
            ByteReader in = new ByteReader(record);
            int reserved = 0;
            switch (in.u8()) {
                case HEAD -> replay.head(in.bytes(MAX_HEAD_BYTES));
                case RESERVED -> reserved = in.count();
                case ENTRY -> replay.entry(entry(in));
                case BLOCK -> replay.block(block(in));
                case STAMPS -> {
                    int first = in.count();
                    List<FileStamp> stamps = new ArrayList<>();
                    for (long count = in.varint(in.remaining() / FileStamp.BYTES); count > 0; count--) {
                        stamps.add(new FileStamp(in.i64(), in.i64()));
                    }
                    replay.stamps(first, stamps);
                }
                default -> throw new MalformedBytesException("unknown record");
            }
            in.end();
            return reserved;
        } catch (MalformedBytesException | IllegalArgumentException e) {
            throw new FspException(ErrorCode.IO_FAILURE, FileNames.printable(path) + " is damaged", e);
        }
    }

    private static FeedEntry entry(ByteReader in) throws MalformedBytesException {
        long sequence = in.u64();
        int code = in.u8();
        for (FeedEntry.Kind kind : FeedEntry.Kind.values()) {
            if (kind.code() == code) {
                return new FeedEntry(sequence, kind, in.bytes(FeedEntry.MAX_BYTES));
            }
        }
        throw new MalformedBytesException("unknown kind of entry");
    }

    private static SealedNote block(ByteReader in) throws MalformedBytesException {
        int number = in.count();
        byte[] checksum = in.bytes(MAX_CHECKSUM_BYTES);
        List<Extent> extents = new ArrayList<>();
        List<byte[]> leaves = new ArrayList<>();
        List<Boolean> good = new ArrayList<>();
        for (long count = in.varint(BlockPlan.MAX_EXTENTS); count > 0; count--) {
            extents.add(new Extent(in.count(), in.varint(), in.count(), false));
            good.add(in.u8() == 1);
            leaves.add(in.raw(FileDigest.LENGTH));
        }
        return new SealedNote(number, checksum, extents, leaves, good);
    }
}
