package org.fastsend.core.wire;

/// A well-formed frame that a peer may not send now: an answer to nothing, a request beyond a bound. The
/// message says what came and why that is wrong.
public final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1;

    public ProtocolException(String message) {
        super(message);
    }
}
