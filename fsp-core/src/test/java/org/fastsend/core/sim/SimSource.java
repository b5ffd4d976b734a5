package org.fastsend.core.sim;

import java.util.Optional;

/// What a simulated sender has to send: read and sealed block by block.
///
/// @param <B> what a block consists of
public interface SimSource<B> {
    /// A block as it was sealed; `position` as the striper wants it.
    record Sealed<B>(int number, int bytes, double position, B content) {}

    /// The next block; empty at the end.
    Optional<Sealed<B>> next();

    /// The extents of a block again, under a fresh number.
    Sealed<B> again(int oldNumber);
}
