package org.fastsend.server.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// One transfer's content on its way, whatever stands on the wire: a single connection in MODE S, B or Z, or many in
/// MODE E. Either sending (any of the `send` methods, then [#finish]) or receiving ([#receive], then [#finish]).
/// Blocking calls for one thread.
public interface DataFlow extends AutoCloseable {
    /// Makes places in the file count from here, where the mode tells them: 0 unless a part of a file is sent as if
    /// it were a whole one.
    default void countFrom(long position) {}

    /// Sends `count` bytes of a file from offset `from`. Fails when the file turns out to be shorter.
    void sendFile(FileChannel file, long from, long count) throws IOException, InterruptedException;

    /// Sends what remains in `content`.
    void send(ByteBuffer content) throws IOException, InterruptedException;

    /// Hands everything that the client sends to `sink`, to the orderly end of the data; fails when that end is
    /// missing. Returns what came.
    ByteRanges receive(RangeSink sink) throws IOException, InterruptedException;

    /// Ends the data in order, and waits until everything has left.
    void finish() throws IOException, InterruptedException;

    /// Content moved so far, either way. Thread-safe.
    long bytes();

    /// Breaks off whatever was not finished, and frees what is left.
    @Override
    void close();
}
