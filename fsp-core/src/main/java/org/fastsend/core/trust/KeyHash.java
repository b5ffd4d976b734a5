package org.fastsend.core.trust;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.HexFormat;

/// SHA-256 of a public key's SubjectPublicKeyInfo, as 64 lower-case hexadecimal digits: the name of whoever holds the
/// key.
public record KeyHash(String hex) {
    public static final int LENGTH = 32;

    public KeyHash {
        if (!hex.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("not a key hash: 64 lower-case hexadecimal digits are expected");
        }
    }

    public static KeyHash of(byte[] sha256) {
        return new KeyHash(HexFormat.of().formatHex(sha256));
    }

    public static KeyHash of(PublicKey key) {
        try {
            return of(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    @Override
    public String toString() {
        return hex;
    }
}
