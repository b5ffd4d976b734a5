package org.fastsend.server.data;

import java.util.List;

/// Hears while a transfer in MODE E runs what has come of it (GFD.20).
@FunctionalInterface
public interface TransferMarkers {
    /// Called every few seconds, and when all has come.
    ///
    /// @param bytes of content so far
    /// @param ranges of the transfer that have come
    void received(long bytes, List<ByteRanges.Range> ranges);
}
