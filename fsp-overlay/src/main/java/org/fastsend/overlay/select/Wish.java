package org.fastsend.overlay.select;

import org.fastsend.overlay.peer.Caps;

/// What a stripe asks of its relays.
///
/// @param bounds how far away they may be
/// @param bytes to place; 0 if nobody knows yet
/// @param margin room that is to be there beyond these bytes, as a part of them
/// @param relays in use at a time, at most
/// @param caps how many may depend on one operator or subnet
public record Wish(Bounds bounds, long bytes, double margin, int relays, Caps caps) {
    public static final double DEFAULT_MARGIN = 0.2;
    public static final int DEFAULT_RELAYS = 8;
    public static final int MAX_RELAYS = 64;

    /// Anywhere, of any number of bytes.
    public static final Wish ANY = new Wish(Bounds.ANYWHERE, 0, DEFAULT_MARGIN, DEFAULT_RELAYS, Caps.NONE);

    public Wish {
        if (relays < 1 || relays > MAX_RELAYS || bytes < 0 || !(margin >= 0)) {
            throw new IllegalArgumentException("a stripe wishes 1 to " + MAX_RELAYS + " relays, not " + relays);
        }
    }

    public Wish withBounds(Bounds other) {
        return new Wish(other, bytes, margin, relays, caps);
    }

    public Wish withBytes(long other) {
        return new Wish(bounds, other, margin, relays, caps);
    }

    public Wish withRelays(int other) {
        return new Wish(bounds, bytes, margin, other, caps);
    }

    public Wish withCaps(Caps other) {
        return new Wish(bounds, bytes, margin, relays, other);
    }
}
