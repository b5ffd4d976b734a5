package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Blowfish in CBC mode, then HMAC-SHA256 over associated data, IV and ciphertext (docs/wire.md, "Seal", code 4).
/// Legacy: its 64-bit blocks begin to repeat after some gigabytes, so a key seals a bounded amount. Thread-safe: each
/// call has its own cipher.
final class BlowfishCbcHmac implements PayloadCipher {
    /// Most plaintext under one key: 2^29 blocks, where two equal ones are still unlikely (1 in 128).
    static final long MAX_BYTES = 4L << 30;

    private static final int BLOCK_BYTES = 8;

    private final SecretKeySpec key;
    private final HmacTag tag;
    private final long maxBytes;
    private final AtomicLong sealedBytes = new AtomicLong();

    BlowfishCbcHmac(byte[] cipherKey, byte[] macKey, long maxBytes) {
        this.key = new SecretKeySpec(cipherKey, "Blowfish");
        this.tag = new HmacTag(macKey);
        this.maxBytes = maxBytes;
    }

    @Override
    public int prefixLength() {
        return BLOCK_BYTES;
    }

    @Override
    public int sealedLength(int plainLength) {
        int padded = Math.addExact(plainLength, BLOCK_BYTES - plainLength % BLOCK_BYTES); // PKCS #7 pads always
        return Math.addExact(padded, BLOCK_BYTES + HmacTag.LENGTH);
    }

    @Override
    public void seal(long number, byte[] associated, ByteBuffer payload, int plainLength) {
        if (sealedBytes.addAndGet(plainLength) > maxBytes) {
            throw new IllegalStateException("Blowfish may seal no more than " + maxBytes + " bytes under one key");
        }
        try {
            byte[] iv = unpredictableIv(number);
            payload.put(payload.position(), iv);
            byte[] array = payload.array();
            int text = payload.arrayOffset() + payload.position() + BLOCK_BYTES;
            int written = cbc(Cipher.ENCRYPT_MODE, iv).doFinal(array, text, plainLength, array, text);
            tag.write(associated, payload, BLOCK_BYTES + written);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Blowfish could not seal " + plainLength + " bytes", e);
        }
    }

    @Override
    public int open(long number, byte[] associated, ByteBuffer sealed, ByteBuffer plain) throws SealException {
        int length = tag.verify(associated, sealed) - BLOCK_BYTES;
        if (length <= 0 || length % BLOCK_BYTES != 0) {
            throw new SealException("a Blowfish payload of " + sealed.remaining() + " bytes is not whole blocks");
        }
        byte[] iv = new byte[BLOCK_BYTES];
        sealed.get(sealed.position(), iv);
        try {
            return cbc(Cipher.DECRYPT_MODE, iv)
                    .doFinal(
                            sealed.array(),
                            sealed.arrayOffset() + sealed.position() + BLOCK_BYTES,
                            length,
                            plain.array(),
                            plain.arrayOffset() + plain.position());
        } catch (GeneralSecurityException e) {
            throw new SealException("the padding is wrong"); // only the key's holder gets behind the tag
        }
    }

    /// NIST SP 800-38A, appendix C: the nonce encrypted under the same key cannot be predicted.
    private byte[] unpredictableIv(long number) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("Blowfish/ECB/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key);
        return cipher.doFinal(ByteBuffer.allocate(BLOCK_BYTES).putLong(number).array());
    }

    private Cipher cbc(int mode, byte[] iv) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("Blowfish/CBC/PKCS5Padding");
        cipher.init(mode, key, new IvParameterSpec(iv));
        return cipher;
    }
}
