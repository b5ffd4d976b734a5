package org.fastsend.core.seal;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/// The secret of one transfer, from which all its keys come (docs/wire.md, "Seal"). Whoever has it can read and forge
/// every block. It belongs to one sender: one that continues the transfer after a kill seals under further keys
/// ({@link SenderRun}).
public final class TransferKey {
    public static final int LENGTH = 32;

    private final byte[] bytes;

    /// @param bytes {@link #LENGTH} bytes that nobody can guess
    public TransferKey(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a transfer's key has " + LENGTH + " bytes, not " + bytes.length);
        }
        this.bytes = bytes.clone();
    }

    public static TransferKey random(SecureRandom random) {
        byte[] bytes = new byte[LENGTH];
        random.nextBytes(bytes);
        return new TransferKey(bytes);
    }

    /// A copy of the secret: for the ticket, and nothing that is printed.
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TransferKey key && MessageDigest.isEqual(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /// Names the thing, never the secret.
    @Override
    public String toString() {
        return "TransferKey[secret]";
    }
}
