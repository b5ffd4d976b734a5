package org.fastsend.core.trust;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;

/// The public half of someone's key: what their signatures are checked with. Immutable, thread-safe.
public final class VerifyingKey {
    /// Bytes of the longest encoding that [#decode] takes.
    public static final int MAX_BYTES = P256.MAX_ENCODED_BYTES;

    /// ECDSA over P-256 with SHA-256, signatures in DER (docs/wire.md).
    static final String ALGORITHM = "SHA256withECDSA";

    /// Bytes of the longest signature that is worth parsing; real ones have up to 72.
    static final int MAX_SIGNATURE_BYTES = 128;

    private final PublicKey key;
    private final KeyHash hash;

    private VerifyingKey(PublicKey key) {
        this.key = key;
        this.hash = KeyHash.of(key);
    }

    static VerifyingKey of(PublicKey key) throws TrustException {
        return new VerifyingKey(P256.checked(key));
    }

    public static VerifyingKey of(X509Certificate certificate) throws TrustException {
        return of(certificate.getPublicKey());
    }

    /// Parses a SubjectPublicKeyInfo.
    public static VerifyingKey decode(byte[] subjectPublicKeyInfo) throws TrustException {
        return new VerifyingKey(P256.publicKey(subjectPublicKeyInfo));
    }

    /// The SubjectPublicKeyInfo.
    public byte[] encode() {
        return key.getEncoded();
    }

    public KeyHash hash() {
        return hash;
    }

    /// Whether the holder of this key signed these parts, in this order, in this context
    /// ([Identity#sign(String, byte[]...)]). A signature that does not even parse is simply not theirs.
    public boolean verifies(byte[] signature, String context, byte[]... parts) {
        try {
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(key);
            verifier.update(context.getBytes(StandardCharsets.US_ASCII));
            for (byte[] part : parts) {
                verifier.update(part);
            }
            return verifier.verify(signature);
        } catch (SignatureException _) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java verifies no ECDSA signatures", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VerifyingKey that && hash.equals(that.hash);
    }

    @Override
    public int hashCode() {
        return hash.hashCode();
    }

    @Override
    public String toString() {
        return hash.toString();
    }
}
