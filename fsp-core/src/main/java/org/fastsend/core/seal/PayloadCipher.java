package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// A keyed cipher for one payload at a time: hides the plaintext and authenticates it together with associated data
/// and a number. Whoever seals must never use a number twice. Thread-safe.
interface PayloadCipher {
    /// Bytes before the ciphertext: where the plaintext must lie for {@link #seal}, seen from the payload's
    /// start.
    int prefixLength();

    /// Bytes of the payload for that much plaintext.
    int sealedLength(int plainLength);

    /// Seals in place.
    ///
    /// @param number 0 to 2^63 - 1, once a key
    /// @param associated what is authenticated but not kept in the payload; of one length for all payloads
    ///     under a key
    /// @param payload heap buffer that has the plaintext {@link #prefixLength} bytes behind its position,
    ///     afterwards the payload from its position, which does not move; there must be room for {@link
    ///     #sealedLength} bytes
    /// @throws IllegalStateException when the key has sealed as much as it safely can
    void seal(long number, byte[] associated, ByteBuffer payload, int plainLength);

    /// Opens a payload. After a failure {@code plain} holds nothing to trust.
    ///
    /// @param sealed the payload, from position to limit of a heap buffer; no position moves
    /// @param plain heap buffer that takes the plaintext from its position
    /// @return the plaintext's length
    int open(long number, byte[] associated, ByteBuffer sealed, ByteBuffer plain) throws SealException;

    /// The cipher of that suite; the key has the suite's length.
    static PayloadCipher of(CipherSuite suite, byte[] key) {
        return switch (suite) {
            case AES_256_GCM, AES_128_GCM -> aesGcm(key);
            case CHACHA20_POLY1305 -> new PlatformAead(PlatformAead.Kind.CHACHA20_POLY1305, key);
            case BLOWFISH_CBC_HMAC -> {
                int half = key.length / 2;
                yield new BlowfishCbcHmac(
                        Arrays.copyOf(key, half), Arrays.copyOfRange(key, half, key.length), BlowfishCbcHmac.MAX_BYTES);
            }
            case HMAC_ONLY -> new HmacOnly(key);
        };
    }

    /// AES-GCM in native code where there is some for this machine, else the platform's.
    static PayloadCipher aesGcm(byte[] key) {
        return NativeAesGcm.isAvailable() ? new NativeAesGcm(key) : new PlatformAead(PlatformAead.Kind.AES_GCM, key);
    }
}
