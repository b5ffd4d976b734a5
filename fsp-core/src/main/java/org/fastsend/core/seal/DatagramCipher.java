package org.fastsend.core.seal;

import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// One direction of a UDP connection: AES-256-GCM over datagrams whose packet numbers are their nonces,
/// encrypted or only authenticated (docs/wire.md, "UDP"). Datagrams may be lost and overtake each
/// other; the number says which key serves. The platform's cipher, held and set up again for each
/// datagram: for so short texts it is several times as fast as the native one through its own
/// interface. Single-threaded.
public final class DatagramCipher {
    public static final int KEY_BYTES = 32;
    public static final int TAG_BYTES = 16;
    /// After so many packet numbers the key gives way to the next.
    static final int KEY_BITS = 22;

    private static final int TAG_BITS = TAG_BYTES * Byte.SIZE;
    private static final int NONCE_BYTES = 12;
    /// The generation before the newest one, the newest, and the one after it.
    private static final int GENERATIONS = 3;

    private final Cipher cipher;
    private final byte[] nonce = new byte[NONCE_BYTES];
    private final SecretKeySpec[] keys = new SecretKeySpec[GENERATIONS];
    private long newestGeneration;
    private long lastSealed = -1;

    /// @param key [#KEY_BYTES] bytes that serve this direction of this connection alone
    public DatagramCipher(byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("a datagram key has " + KEY_BYTES + " bytes, not " + key.length);
        }
        try {
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no AES-GCM", e);
        }
        keys[0] = new SecretKeySpec(key, "AES");
        keys[1] = keys[0];
        keys[2] = following(keys[1]);
    }

    /// Seals a datagram in place; the tag follows the body.
    ///
    /// @param number more than any before
    /// @param headerBytes at `at`, authenticated only
    /// @param bodyBytes behind it, with room for [#TAG_BYTES] behind them
    /// @param encrypted whether the body is encrypted or authenticated only
    public void seal(long number, byte[] bytes, int at, int headerBytes, int bodyBytes, boolean encrypted) {
        if (number <= lastSealed) {
            throw new IllegalStateException("datagram " + number + " would be sealed behind " + lastSealed);
        }
        lastSealed = number;
        long generation = number >>> KEY_BITS;
        while (newestGeneration < generation) {
            advance();
        }
        int clear = encrypted ? headerBytes : headerBytes + bodyBytes;
        try {
            start(Cipher.ENCRYPT_MODE, keys[1], number);
            cipher.updateAAD(bytes, at, clear);
            cipher.doFinal(bytes, at + clear, headerBytes + bodyBytes - clear, bytes, at + clear);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM could not seal " + bodyBytes + " bytes", e);
        }
    }

    /// Opens a datagram in place, or tells that it is not one that the other end sealed under this
    /// number; then the body's bytes mean nothing.
    ///
    /// @param sealedBytes of the body with its tag
    public boolean open(long number, byte[] bytes, int at, int headerBytes, int sealedBytes, boolean encrypted) {
        int age = Math.clamp((number >>> KEY_BITS) - newestGeneration, -2, 2);
        if (number < 0 || sealedBytes < TAG_BYTES || age < -1 || age > 1) {
            return false;
        }
        int clear = encrypted ? headerBytes : headerBytes + sealedBytes - TAG_BYTES;
        try {
            start(Cipher.DECRYPT_MODE, keys[1 + age], number);
            cipher.updateAAD(bytes, at, clear);
            cipher.doFinal(bytes, at + clear, headerBytes + sealedBytes - clear, bytes, at + clear);
        } catch (AEADBadTagException _) {
            return false; // the answer, not a failure
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM could not open " + sealedBytes + " bytes", e);
        }
        if (age == 1) {
            advance();
        }
        return true;
    }

    private void start(int mode, SecretKeySpec key, long number) throws GeneralSecurityException {
        for (int i = 0; i < Long.BYTES; i++) {
            nonce[NONCE_BYTES - 1 - i] = (byte) (number >>> (i * Byte.SIZE));
        }
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    }

    private void advance() {
        keys[0] = keys[1];
        keys[1] = keys[2];
        keys[2] = following(keys[1]);
        newestGeneration++;
    }

    private static SecretKeySpec following(SecretKeySpec key) {
        return new SecretKeySpec(Hkdf.expand(key.getEncoded(), "fsp1 next", KEY_BYTES), "AES");
    }
}
