package org.fastsend.core.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.fastsend.core.wire.StreamFrame;

/// What is said on a data stream. Waits while the peer takes nothing. What was written is under way only after
/// {@link #flush}. Single-threaded.
interface FrameWriter {
    /// Behind a frame that announces a block comes exactly one {@link #body}.
    void frame(StreamFrame frame) throws IOException;

    /// The block that the frame before announced.
    ///
    /// @param free called exactly once, on any thread, also if this fails: the block's bytes are no longer
    ///     needed
    void body(ByteBuffer block, Runnable free) throws IOException;

    /// The same for a block to put, as fast as the gate lets it pass. Its bytes stay untouched until the put is
    /// answered, or the stream has ended.
    void body(ByteBuffer block, PutGate gate) throws IOException, InterruptedException;

    boolean hasUnflushed();

    void flush() throws IOException;
}
