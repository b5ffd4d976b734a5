package org.fastsend.core.bytes;

/// Bytes that are not the fields they should be. Decoders turn it into the error of what they decode.
public final class MalformedBytesException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedBytesException(String message) {
        super(message);
    }
}
