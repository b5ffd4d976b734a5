package org.fastsend.core.net;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.fastsend.core.net.udp.LoopReading;

/// What carries one data stream: frames and blocks both ways, sealed on the way. One thread reads, one
/// writes, any may close.
interface StreamConnection extends Closeable {
    int number();

    Carrier carrier();

    FrameReader in();

    FrameWriter out();

    /// Beats while blocks are read.
    Pulse reading();

    /// Beats while the peer takes what is written.
    Pulse writing();

    /// Bytes that have come, and bytes that the peer took, so far.
    long carriedBytes();

    /// Bytes that have come, so far.
    long receivedBytes();

    /// What the loop under it did lately; empty if there is none.
    default Optional<LoopReading> loop() {
        return Optional.empty();
    }

    /// Writer: nothing more will be written. Waits until the peer has all, where it would be lost otherwise.
    void endOutput() throws IOException;

    /// After {@link #close}, reader and writer: waits until nothing is left here that holds anyone's buffer.
    void awaitIdle();

    @Override
    void close();
}
