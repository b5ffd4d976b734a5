package org.fastsend.relay.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/// A segment that grows: a file of sealed blocks, one behind the other. What was appended counts once it is
/// {@linkplain #accept accepted}, after a force; until then it can be taken back. Single-threaded.
final class SegmentWriter {
    private final DiskFile file;
    private final int number;
    private long acceptedBytes;
    private long end;

    private SegmentWriter(DiskFile file, int number) {
        this.file = file;
        this.number = number;
    }

    /// Creates the file and makes its name durable.
    static SegmentWriter create(Place place, int number) throws IOException {
        DiskFile file = place.disk().create(place.name(Segments.fileName(number)));
        try {
            place.disk().forceDirectory(place.directory());
        } catch (IOException e) {
            file.close();
            throw e;
        }
        return new SegmentWriter(file, number);
    }

    int number() {
        return number;
    }

    /// Bytes of accepted blocks.
    long length() {
        return acceptedBytes;
    }

    /// Appends and returns the offset at which the block begins.
    long append(ByteBuffer block) throws IOException {
        long offset = end;
        file.write(block, offset);
        end += block.remaining();
        return offset;
    }

    void force() throws IOException {
        file.force();
    }

    void accept() {
        acceptedBytes = end;
    }

    /// Cuts off what was not accepted.
    void rollBack() throws IOException {
        file.truncate(acceptedBytes);
        end = acceptedBytes;
    }

    /// Ends the segment for good, with its footer. Everything in it must be accepted.
    void close() throws IOException {
        try (file) {
            file.write(SegmentFooter.encode(acceptedBytes), acceptedBytes);
            file.force();
        }
    }

    /// Lets go of a file that cannot be trusted any more: without a footer, its blocks are verified at the
    /// next start.
    void abandon() throws IOException {
        file.close();
    }
}
