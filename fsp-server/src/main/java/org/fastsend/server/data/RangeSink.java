package org.fastsend.server.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/// Takes a file's content as it comes, which in MODE E is in any order and from several threads at once; in the
/// other modes each piece continues the one before.
@FunctionalInterface
public interface RangeSink {
    /// Takes all that remains in `bytes`, which are valid only during the call.
    ///
    /// @param offset where they belong, counted from the first byte of this transfer
    void accept(long offset, ByteBuffer bytes) throws IOException;
}
