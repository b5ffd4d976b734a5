package org.fastsend.server.net;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// What one side of a TLS 1.3 connection seals its records with (RFC 8446 sections 5.2, 5.3, 7.2 and 7.3).
/// Immutable.
final class TrafficKeys {
    private static final int HEADER_BYTES = 5;
    /// What every sealed record says that it is, of which version (RFC 8446 section 5.2).
    private static final byte APPLICATION_DATA = 23;

    private static final short TLS_1_2 = 0x0303;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int TAG_BYTES = TAG_BITS / 8;

    /// The suites of TLS 1.3 that are spoken here.
    private enum Suite {
        TLS_AES_128_GCM_SHA256("AES", 16, "SHA256"),
        TLS_AES_256_GCM_SHA384("AES", 32, "SHA384"),
        TLS_CHACHA20_POLY1305_SHA256("ChaCha20", 32, "SHA256");

        private final String cipher;
        private final int keyBytes;
        private final String hash;

        Suite(String cipher, int keyBytes, String hash) {
            this.cipher = cipher;
            this.keyBytes = keyBytes;
            this.hash = hash;
        }

        Cipher newCipher(int mode, SecretKey key, byte[] nonce) throws GeneralSecurityException {
            boolean gcm = this != TLS_CHACHA20_POLY1305_SHA256;
            AlgorithmParameterSpec parameters =
                    gcm ? new GCMParameterSpec(TAG_BITS, nonce) : new IvParameterSpec(nonce);
            Cipher made = Cipher.getInstance(gcm ? "AES/GCM/NoPadding" : "ChaCha20-Poly1305");
            made.init(mode, key, parameters);
            return made;
        }
    }

    private final Suite suite;
    private final byte[] secret;
    private final SecretKey key;
    private final byte[] iv;

    private TrafficKeys(Suite suite, byte[] secret) throws GeneralSecurityException {
        this.suite = suite;
        this.secret = secret;
        this.key = new SecretKeySpec(expand("key", suite.keyBytes), suite.cipher);
        this.iv = expand("iv", NONCE_BYTES);
    }

    /// The keys that follow from a traffic secret; none where the suite is not one of TLS 1.3.
    static Optional<TrafficKeys> of(String suite, byte[] secret) throws GeneralSecurityException {
        for (Suite known : Suite.values()) {
            if (known.name().equals(suite)) {
                return Optional.of(new TrafficKeys(known, secret));
            }
        }
        return Optional.empty();
    }

    /// The keys after a KeyUpdate.
    TrafficKeys updated() throws GeneralSecurityException {
        return new TrafficKeys(suite, expand("traffic upd", secret.length));
    }

    /// What a whole record holds: its content, and behind it the content's type.
    byte[] open(byte[] sealed, long number) throws GeneralSecurityException {
        Cipher cipher = suite.newCipher(Cipher.DECRYPT_MODE, key, nonce(number));
        cipher.updateAAD(sealed, 0, HEADER_BYTES);
        return cipher.doFinal(sealed, HEADER_BYTES, sealed.length - HEADER_BYTES);
    }

    /// The whole record that holds this.
    byte[] seal(byte[] content, long number) throws GeneralSecurityException {
        int length = content.length + TAG_BYTES;
        byte[] sealed = new byte[HEADER_BYTES + length];
        ByteBuffer.wrap(sealed).put(APPLICATION_DATA).putShort(TLS_1_2).putShort((short) length);
        Cipher cipher = suite.newCipher(Cipher.ENCRYPT_MODE, key, nonce(number));
        cipher.updateAAD(sealed, 0, HEADER_BYTES);
        cipher.doFinal(content, 0, content.length, sealed, HEADER_BYTES);
        return sealed;
    }

    private byte[] nonce(long number) {
        byte[] nonce = iv.clone();
        ByteBuffer last =
                ByteBuffer.wrap(nonce, NONCE_BYTES - Long.BYTES, Long.BYTES).slice();
        last.putLong(0, last.getLong(0) ^ number);
        return nonce;
    }

    /// HKDF-Expand-Label with no context.
    private byte[] expand(String label, int length) throws GeneralSecurityException {
        byte[] full = ("tls13 " + label).getBytes(StandardCharsets.US_ASCII);
        byte[] info = ByteBuffer.allocate(Short.BYTES + 1 + full.length + 1)
                .putShort((short) length)
                .put((byte) full.length)
                .put(full)
                .array();
        return KDF.getInstance("HKDF-" + suite.hash)
                .deriveData(HKDFParameterSpec.expandOnly(new SecretKeySpec(secret, "Generic"), info, length));
    }
}
