package org.fastsend.core.seal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// HKDF-SHA256 (RFC 5869), the only way by which keys come from other keys.
final class Hkdf {
    private Hkdf() {}

    /// Extract and expand (RFC 5869, sections 2.2 and 2.3).
    static byte[] derive(byte[] secret, byte[] salt, byte[] info, int length) {
        return derive(HKDFParameterSpec.ofExtract().addIKM(secret).addSalt(salt).thenExpand(info, length));
    }

    /// Expand alone, from a secret that is a key already (RFC 5869, section 2.3).
    static byte[] expand(byte[] key, String info, int length) {
        return derive(HKDFParameterSpec.expandOnly(
                new SecretKeySpec(key, "Generic"), info.getBytes(StandardCharsets.US_ASCII), length));
    }

    private static byte[] derive(AlgorithmParameterSpec parameters) {
        try {
            return KDF.getInstance("HKDF-SHA256").deriveData(parameters);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("Java 25 has HKDF-SHA256", e);
        }
    }
}
