package org.fastsend.core.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.StreamFrame;
import org.fastsend.core.wire.WireException;

/// What comes on a data stream. Waits for it. Single-threaded.
interface FrameReader {
    /// The next frame; empty if the peer ended the stream behind a whole one. Behind a frame that announces
    /// a block comes exactly one {@link #body} or {@link #skip}.
    Optional<StreamFrame> frame() throws IOException, WireException, ProtocolException;

    /// Reads the block that the frame before announced: fills {@code into} from position to limit.
    void body(ByteBuffer into) throws IOException, ProtocolException;

    /// Reads over a block that nobody wants.
    void skip(int length) throws IOException, ProtocolException;
}
