package org.fastsend.overlay.peer;

/// What a relay says that it has to give: a claim, good for leaving relays out, never for believing a rate.
///
/// @param freeBytes room for blocks, at least 0
/// @param bitsPerSecond rate to spare, at least 0
public record Offer(long freeBytes, long bitsPerSecond) {
    public static final Offer UNKNOWN = new Offer(0, 0);

    public Offer {
        if (freeBytes < 0 || bitsPerSecond < 0) {
            throw new IllegalArgumentException("an offer is never negative");
        }
    }
}
