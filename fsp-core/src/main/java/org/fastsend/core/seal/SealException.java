package org.fastsend.core.seal;

/// Sealed bytes that are not what the holder of the key sealed: altered, cut, moved to another place, or another
/// key's.
public final class SealException extends Exception {
    private static final long serialVersionUID = 1;

    public SealException(String message) {
        super(message);
    }
}
