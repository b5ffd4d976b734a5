package org.fastsend.relay.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/// An open file of a {@link Disk}. Reads may come from any thread; there is one writer at a time.
public interface DiskFile extends Closeable {
    long size() throws IOException;

    /// Writes all that remains in {@code from}, whose position does not move.
    ///
    /// @throws DiskFullException if the disk has no room; part of the bytes may have been written
    void write(ByteBuffer from, long position) throws IOException;

    /// Reads until {@code into} is full or the file ends, and returns how many bytes came.
    int read(ByteBuffer into, long position) throws IOException;

    /// Returns once everything written so far would survive a power cut.
    void force() throws IOException;

    void truncate(long size) throws IOException;
}
