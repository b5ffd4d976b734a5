package org.fastsend.core.manifest;

/// A block is held durably by a relay. A block may have several.
///
/// @param relay number of the relay in the manifest
public record Placement(int block, int relay) {
    public Placement {
        if (block < 0 || relay < 0) {
            throw new IllegalArgumentException("placement out of range: block " + block + ", relay " + relay);
        }
    }
}
