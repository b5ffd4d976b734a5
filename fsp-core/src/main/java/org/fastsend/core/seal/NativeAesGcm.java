package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import org.bouncycastle.crypto.CryptoServicesRegistrar;
import org.bouncycastle.crypto.NativeServices;
import org.bouncycastle.crypto.PacketCipherException;
import org.bouncycastle.crypto.modes.AESGCMPacketCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/// AES-GCM (NIST SP 800-38D) in Bouncy Castle's native code, one call a payload. It runs at full speed from a JVM's
/// first block, which the platform's cipher does not (its loop is interpreted until hundreds of megabytes have
/// passed), and without a security provider, whose registration alone costs a third of a second. Thread-safe: each
/// call has its own cipher, a small object.
final class NativeAesGcm implements PayloadCipher {
    private static final int TAG_BYTES = 16;
    private static final int TAG_BITS = 8 * TAG_BYTES;

    private final KeyParameter key;

    /// @param key 16 or 32 bytes
    NativeAesGcm(byte[] key) {
        this.key = new KeyParameter(key);
    }

    /// Whether this machine has such native code; loads it the first time, which takes some 0.1 s.
    static boolean isAvailable() {
        return CryptoServicesRegistrar.hasEnabledService(NativeServices.AES_GCM_PC);
    }

    @Override
    public int prefixLength() {
        return 0;
    }

    @Override
    public int sealedLength(int plainLength) {
        return Math.addExact(plainLength, TAG_BYTES);
    }

    @Override
    public void seal(long number, byte[] associated, ByteBuffer payload, int plainLength) {
        byte[] array = payload.array();
        int start = payload.arrayOffset() + payload.position();
        try {
            AESGCMPacketCipher.newInstance()
                    .processPacket(true, parameters(number, associated), array, start, plainLength, array, start);
        } catch (PacketCipherException e) {
            throw new IllegalStateException("AES-GCM could not seal " + plainLength + " bytes", e);
        }
    }

    @Override
    public int open(long number, byte[] associated, ByteBuffer sealed, ByteBuffer plain) throws SealException {
        if (sealed.remaining() < TAG_BYTES) {
            throw new SealException("a payload of " + sealed.remaining() + " bytes has no tag");
        }
        try {
            return AESGCMPacketCipher.newInstance()
                    .processPacket(
                            false,
                            parameters(number, associated),
                            sealed.array(),
                            sealed.arrayOffset() + sealed.position(),
                            sealed.remaining(),
                            plain.array(),
                            plain.arrayOffset() + plain.position());
        } catch (PacketCipherException e) {
            if (e.getReason() == PacketCipherException.Reason.INVALID_CIPHERTEXT) {
                throw new SealException("the tag is wrong");
            }
            throw new IllegalStateException("AES-GCM could not open " + sealed.remaining() + " bytes", e);
        }
    }

    private AEADParameters parameters(long number, byte[] associated) {
        return new AEADParameters(key, TAG_BITS, Nonce.of(number), associated);
    }
}
