package org.fastsend.core.manifest;

/// Bytes that are no entry of this transfer's manifest: damaged, forged, or against the order of the feed. Another copy
/// of the same entry may be good.
public final class ManifestFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    public ManifestFormatException(String message) {
        super(message);
    }

    public ManifestFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
