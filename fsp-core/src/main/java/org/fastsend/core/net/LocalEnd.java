package org.fastsend.core.net;

import java.security.SecureRandom;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.wire.StreamFrameCodec;

/// What all connections of one process (or of one job in it) share.
///
/// @param self whose key is shown to every peer
/// @param federation whose members are trusted
/// @param buffers where received blocks are read into; holds several of {@code maxBlockBytes}
/// @param served where blocks that peers ask for are read into; may be the same, but where peers may be slow
///     to take them it should keep nobody from putting
/// @param clock what grants expire by
/// @param random of cryptographic quality: session ids must not be guessed
/// @param maxBlockBytes largest sealed block taken from a peer, at most {@link
///     StreamFrameCodec#MAX_BLOCK_BYTES}
/// @param carriage how blocks travel
public record LocalEnd(
        Identity self,
        Federation federation,
        Buffers buffers,
        Buffers served,
        EpochClock clock,
        SecureRandom random,
        NetTimings timings,
        int maxBlockBytes,
        Carriage carriage) {
    /// With one memory for what is received and what is served, and blocks that travel on whatever there is, as fast as
    /// the network allows.
    public LocalEnd(
            Identity self,
            Federation federation,
            Buffers buffers,
            EpochClock clock,
            SecureRandom random,
            NetTimings timings,
            int maxBlockBytes) {
        this(self, federation, buffers, buffers, clock, random, timings, maxBlockBytes, Carriage.unbounded());
    }

    public LocalEnd {
        if (maxBlockBytes < 1 || maxBlockBytes > StreamFrameCodec.MAX_BLOCK_BYTES) {
            throw new IllegalArgumentException("largest block out of range: " + maxBlockBytes);
        }
    }

    /// With the timings of {@link NetTimings#DEFAULT} and blocks as large as the format allows.
    public static LocalEnd of(
            Identity self, Federation federation, Buffers buffers, EpochClock clock, SecureRandom random) {
        return new LocalEnd(
                self, federation, buffers, clock, random, NetTimings.DEFAULT, StreamFrameCodec.MAX_BLOCK_BYTES);
    }

    /// The same end for blocks that travel so.
    public LocalEnd with(Carriage other) {
        return new LocalEnd(self, federation, buffers, served, clock, random, timings, maxBlockBytes, other);
    }
}
