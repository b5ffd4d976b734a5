package org.fastsend.overlay.peer;

import java.util.OptionalLong;

/// What a relay says that it has to give: a claim, good for leaving relays out, never for believing a rate.
///
/// @param freeBytes room for blocks, 1 for none; 0 if it does not say
/// @param bitsPerSecond the rate that it is bounded to; 0 if it is not, or it does not say
public record Offer(long freeBytes, long bitsPerSecond) {
    public static final Offer UNKNOWN = new Offer(0, 0);

    /// What a relay without any room says that it has, as 0 says nothing.
    private static final long FULL = 1;

    /// A relay's that has so much room, which may be none.
    ///
    /// @param bytesPerSecond at least 1; [Long#MAX_VALUE] if it is not bounded
    public static Offer of(long freeBytes, long bytesPerSecond) {
        long bitsPerSecond = bytesPerSecond > Long.MAX_VALUE / Byte.SIZE ? 0 : bytesPerSecond * Byte.SIZE;
        return new Offer(Math.max(FULL, freeBytes), bitsPerSecond);
    }

    /// How much room there is; empty if it does not say.
    public OptionalLong roomBytes() {
        return freeBytes == 0 ? OptionalLong.empty() : OptionalLong.of(freeBytes == FULL ? 0 : freeBytes);
    }

    public Offer {
        if (freeBytes < 0 || bitsPerSecond < 0) {
            throw new IllegalArgumentException("an offer is never negative");
        }
    }
}
