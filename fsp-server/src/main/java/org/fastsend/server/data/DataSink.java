package org.fastsend.server.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/// Takes what a client sends.
@FunctionalInterface
public interface DataSink {
    /// Takes all that remains in `bytes`, which are valid only during the call.
    void accept(ByteBuffer bytes) throws IOException;
}
