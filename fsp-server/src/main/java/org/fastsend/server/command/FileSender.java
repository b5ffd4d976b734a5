package org.fastsend.server.command;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import org.fastsend.server.data.AsciiLines;
import org.fastsend.server.data.ByteRanges.Range;
import org.fastsend.server.data.DataFlow;
import org.fastsend.server.session.TransferType;

/// Sends ranges of a file.
///
/// @param origin where the receiver's file begins in this one
record FileSender(FileChannel file, List<Range> ranges, long origin, TransferType type) implements DataTransfer.Mover {
    private static final int CHUNK_BYTES = 64 << 10;

    /// So much comes from any disk before somebody could want to stop it.
    private static final long BRIEF_BYTES = 256 << 10;

    @Override
    public void move(DataFlow data) throws IOException, InterruptedException {
        data.countFrom(origin);
        for (Range range : ranges) {
            switch (type) {
                case IMAGE -> data.sendFile(file, range.from(), range.length());
                case ASCII -> sendLines(data, range);
            }
        }
        data.finish();
    }

    @Override
    public boolean isBrief() {
        return type == TransferType.IMAGE
                && ranges.stream().mapToLong(Range::length).sum() <= BRIEF_BYTES;
    }

    private void sendLines(DataFlow data, Range range) throws IOException, InterruptedException {
        AsciiLines lines = new AsciiLines();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        long at = range.from();
        while (at < range.to()) {
            int read = file.read(chunk.clear().limit((int) Math.min(CHUNK_BYTES, range.to() - at)), at);
            if (read < 0) {
                throw new EOFException("the file became shorter while it was sent");
            }
            data.send(lines.outgoing(chunk.flip()));
            at += read;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
