package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.bytes.ByteReader;
import org.fastsend.core.bytes.ByteWriter;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.seal.FileDigest;

/// What a collection holds durably, so that it can go on after a kill: the blocks, each with the leaves of its
/// extents, and the files that are in their final place. A block is written here only when its data is durable. Not
/// thread-safe.
///
/// Records of a [RecordLog]: u8 1, varint block, varint runs, each: varint first slot, varint slots, 32 bytes a
/// slot; or u8 2, varint file. Slots number the extents of all files in the order of the manifest, so they are the
/// same in every run.
final class BlockJournal implements Closeable {
    private static final int BLOCK = 1;
    private static final int DELIVERED = 2;

    private final Path path;
    private final RecordLog log;

    /// What an earlier run has written.
    interface Replay {
        void block(int number);

        void leaf(int slot, byte[] leaf);

        void delivered(int file);
    }

    BlockJournal(Path path, FileChannel channel, Replay replay) throws IOException {
        this.path = path;
        this.log = new RecordLog(path, channel, (_, bytes) -> replay(bytes, replay));
    }

    /// Appends records made by [#block] and [#delivered]; durable after [#force].
    void append(List<byte[]> records) throws IOException {
        log.append(records);
    }

    void force() throws IOException {
        log.force();
    }

    @Override
    public void close() throws IOException {
        log.close();
    }

    /// The record of a block whose extents lie in `slots`, with their leaves.
    static byte[] block(int number, int[] slots, List<byte[]> leaves) {
        ByteWriter out = new ByteWriter().u8(BLOCK).varint(number);
        List<Integer> starts = runs(slots);
        out.varint(starts.size());
        for (int run = 0; run < starts.size(); run++) {
            int start = starts.get(run);
            int end = run + 1 < starts.size() ? starts.get(run + 1) : slots.length;
            out.varint(slots[start]).varint(end - start);
            leaves.subList(start, end).forEach(out::raw);
        }
        return out.toBytes();
    }

    /// The record of a file that has its final name.
    static byte[] delivered(int file) {
        return new ByteWriter().u8(DELIVERED).varint(file).toBytes();
    }

    /// Where in `slots` a run of consecutive numbers starts.
    private static List<Integer> runs(int[] slots) {
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < slots.length; i++) {
            if (i == 0 || slots[i] != slots[i - 1] + 1) {
                starts.add(i);
            }
        }
        return starts;
    }

    private void replay(byte[] record, Replay replay) {
        try {
            ByteReader in = new ByteReader(record);
            switch (in.u8()) {
                case BLOCK -> {
                    int number = in.count();
                    for (int runs = in.count(); runs > 0; runs--) {
                        int slot = (int) in.varint(FileTable.MAX_SLOTS);
                        for (int slots = in.count(); slots > 0; slots--) {
                            replay.leaf(slot++, in.raw(FileDigest.LENGTH));
                        }
                    }
                    replay.block(number);
                }
                case DELIVERED -> replay.delivered(in.count());
                default -> throw new MalformedBytesException("unknown record");
            }
            in.end();
        } catch (MalformedBytesException e) {
            throw new FspException(
                    ErrorCode.IO_FAILURE,
                    FileNames.printable(path) + " is damaged; delete its directory to collect from the start",
                    e);
        }
    }
}
