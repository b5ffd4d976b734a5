package org.fastsend.server.data;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// What carries the bytes of one data connection, in the clear or under TLS. Blocking calls for one thread, each of
/// which fails when nothing moves for the time given; [#abort] and [#close] are thread-safe.
sealed interface Pipe permits PlainPipe, TlsPipe {
    /// Takes all that remains in `bytes`, which are valid only during the call.
    @FunctionalInterface
    interface Taker {
        void take(ByteBuffer bytes) throws IOException, InterruptedException;
    }

    /// Sends at least one of `count` bytes of a file from offset `from`, and returns how many it sent. Fails when the
    /// file turns out to be shorter.
    long send(FileChannel file, long from, long count, long patienceNanos) throws IOException, InterruptedException;

    /// Sends what remains in `content`.
    void send(ByteBuffer content, long patienceNanos) throws IOException, InterruptedException;

    /// Hands over what comes, to the orderly end or until there is enough.
    void receive(BooleanSupplier enough, Taker taker, long patienceNanos) throws IOException, InterruptedException;

    /// Waits until everything has left, and closes so that the client can tell that this was all.
    void finish(long patienceNanos) throws IOException, InterruptedException;

    /// Breaks the connection off so that the client cannot take what it has for the whole; unless it was finished.
    void abort();

    /// Breaks off what was not finished, and frees what is left.
    void close();

    static SocketTimeoutException stalled(long patienceNanos) {
        return new SocketTimeoutException(
                "the data connection stood still for " + TimeUnit.NANOSECONDS.toSeconds(patienceNanos) + " seconds");
    }
}
