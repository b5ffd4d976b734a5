package org.fastsend.core.seal;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.bouncycastle.crypto.CryptoServicesRegistrar;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.NativeServices;
import org.bouncycastle.crypto.digests.SHA256Digest;

/// One run of SHA-256 (FIPS 180-4) over bytes that come in parts. Bouncy Castle's native code where there is any, as
/// with {@link NativeAesGcm}: it needs no compiler to be fast, so a sender that lives for a second hashes at full
/// speed, and the launcher may leave the JVM's costly second compiler out. Elsewhere the platform's. Not thread-safe.
sealed interface Sha256 {
    int LENGTH = 32;

    void update(byte[] bytes, int offset, int length);

    /// The hash of all that came; nothing may follow.
    byte[] finish();

    static Sha256 begin() {
        return CryptoServicesRegistrar.hasEnabledService(NativeServices.SHA2)
                ? new Native(SHA256Digest.newInstance())
                : new Platform(platform());
    }

    private static MessageDigest platform() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /// In Bouncy Castle's native code.
    record Native(Digest digest) implements Sha256 {
        @Override
        public void update(byte[] bytes, int offset, int length) {
            digest.update(bytes, offset, length);
        }

        @Override
        public byte[] finish() {
            byte[] hash = new byte[LENGTH];
            digest.doFinal(hash, 0);
            return hash;
        }
    }

    /// In the platform's code.
    record Platform(MessageDigest digest) implements Sha256 {
        @Override
        public void update(byte[] bytes, int offset, int length) {
            digest.update(bytes, offset, length);
        }

        @Override
        public byte[] finish() {
            return digest.digest();
        }
    }
}
