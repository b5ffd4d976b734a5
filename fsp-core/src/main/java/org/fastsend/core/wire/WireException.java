package org.fastsend.core.wire;

/// Bytes of a peer that are not the frame they claim to be. The message says which field is wrong.
public final class WireException extends Exception {
    private static final long serialVersionUID = 1;

    public WireException(String message) {
        super(message);
    }
}
