package org.fastsend.core.block;

/// Bytes that claim to be a block and are not one. The message says which field is wrong.
public final class BlockFormatException extends Exception {
    private static final long serialVersionUID = 1;

    public BlockFormatException(String message) {
        super(message);
    }
}
