package org.fastsend.core.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The HMAC-SHA256 (RFC 2104) that closes payloads of ciphers without a tag of their own. Thread-safe.
final class HmacTag {
    static final int LENGTH = 32;

    private final SecretKeySpec key;

    HmacTag(byte[] key) {
        this.key = new SecretKeySpec(key, "HmacSHA256");
    }

    /// Writes the tag over the associated data and the payload's first {@code length} bytes behind those
    /// bytes.
    void write(byte[] associated, ByteBuffer payload, int length) {
        payload.put(payload.position() + length, compute(associated, payload.slice(payload.position(), length)));
    }

    /// Checks the tag that ends a payload, in constant time; the length of what it covers.
    int verify(byte[] associated, ByteBuffer sealed) throws SealException {
        int length = sealed.remaining() - LENGTH;
        if (length < 0) {
            throw new SealException("a payload of " + sealed.remaining() + " bytes has no tag");
        }
        byte[] stated = new byte[LENGTH];
        sealed.get(sealed.position() + length, stated);
        if (!MessageDigest.isEqual(stated, compute(associated, sealed.slice(sealed.position(), length)))) {
            throw new SealException("the tag is wrong");
        }
        return length;
    }

    private byte[] compute(byte[] associated, ByteBuffer covered) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(associated);
            mac.update(covered);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has HmacSHA256", e);
        }
    }
}
