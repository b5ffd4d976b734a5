package org.fastsend.client.ftp;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.trust.KeyHash;

/// A server's key as a person can name it: `sha256:` and the SHA-256 of its public key
/// (SubjectPublicKeyInfo), which stays the same when the certificate is renewed.
///
/// @param key the key's hash
public record CertificatePin(KeyHash key) {
    private static final String PREFIX = "sha256:";

    /// Throws [ErrorCode#USAGE] for anything else. Capitals and colons between the digits are fine.
    public static CertificatePin parse(String text) {
        String digits = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "";
        try {
            return new CertificatePin(new KeyHash(digits.replace(":", "").toLowerCase(Locale.ROOT)));
        } catch (IllegalArgumentException e) {
            throw new FspException(ErrorCode.USAGE, "--pin '" + text + "': write sha256: and 64 hexadecimal digits", e);
        }
    }

    static CertificatePin of(X509Certificate certificate) {
        try {
            byte[] key = certificate.getPublicKey().getEncoded();
            return new CertificatePin(
                    KeyHash.of(MessageDigest.getInstance("SHA-256").digest(key)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return PREFIX + key;
    }
}
