package org.fastsend.core.seal;

import java.nio.ByteBuffer;

/// No secrecy: the plaintext and an HMAC over associated data and plaintext (docs/wire.md, "Seal", code 5).
final class HmacOnly implements PayloadCipher {
    private final HmacTag tag;

    HmacOnly(byte[] key) {
        this.tag = new HmacTag(key);
    }

    @Override
    public int prefixLength() {
        return 0;
    }

    @Override
    public int sealedLength(int plainLength) {
        return Math.addExact(plainLength, HmacTag.LENGTH);
    }

    @Override
    public void seal(long number, byte[] associated, ByteBuffer payload, int plainLength) {
        tag.write(associated, payload, plainLength);
    }

    @Override
    public int open(long number, byte[] associated, ByteBuffer sealed, ByteBuffer plain) throws SealException {
        int length = tag.verify(associated, sealed);
        plain.duplicate().put(sealed.slice(sealed.position(), length));
        return length;
    }
}
