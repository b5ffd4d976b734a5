package org.fastsend.core.seal;

import java.nio.ByteBuffer;

/// The nonce of AEAD ciphers: 32 zero bits and a u64 that is never used twice under a key (docs/wire.md, "Seal",
/// "Stream").
final class Nonce {
    private static final int LENGTH = 12;

    private Nonce() {}

    static byte[] of(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("no nonce has the number " + number);
        }
        return ByteBuffer.allocate(LENGTH).putInt(0).putLong(number).array();
    }
}
