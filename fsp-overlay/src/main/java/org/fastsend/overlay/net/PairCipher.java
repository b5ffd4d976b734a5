package org.fastsend.overlay.net;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// One direction of a session: AES-256-GCM over datagrams that are counted, so that none counts twice. Not thread-safe.
final class PairCipher {
    static final int KEY_BYTES = 32;
    static final int TAG_BYTES = 16;
    /// Datagrams that may overtake each other.
    static final int WINDOW = 64;

    private static final int NONCE_BYTES = 12;

    private final Key key;
    private long next;
    private long highest = -1;
    /// Bit i: datagram `highest - i` has come.
    private long seen;

    PairCipher(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
    }

    /// Seals the next datagram.
    Datagram.Sealed seal(int to, byte[] plain) {
        long counter = next++;
        try {
            return new Datagram.Sealed(to, counter, run(Cipher.ENCRYPT_MODE, to, counter, plain));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java seals no AES-GCM", e);
        }
    }

    /// What was sealed; empty if the peer never sealed this, or if it came before.
    Optional<byte[]> open(Datagram.Sealed datagram) {
        long counter = datagram.counter();
        if (counter < 0 || counter <= highest - WINDOW || isSeen(counter)) {
            return Optional.empty();
        }
        try {
            byte[] plain = run(Cipher.DECRYPT_MODE, datagram.to(), counter, datagram.sealed());
            see(counter);
            return Optional.of(plain);
        } catch (GeneralSecurityException _) {
            return Optional.empty(); // somebody else made it
        }
    }

    private boolean isSeen(long counter) {
        return counter <= highest && (seen >>> (highest - counter) & 1) != 0;
    }

    private void see(long counter) {
        if (counter > highest) {
            long steps = counter - highest;
            seen = steps >= WINDOW ? 1 : seen << steps | 1;
            highest = counter;
        } else {
            seen |= 1L << (highest - counter);
        }
    }

    private byte[] run(int mode, int to, long counter, byte[] bytes) throws GeneralSecurityException {
        byte[] nonce =
                ByteBuffer.allocate(NONCE_BYTES).putInt(0).putLong(counter).array();
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(ByteBuffer.allocate(Integer.BYTES).putInt(to).array());
        return cipher.doFinal(bytes);
    }
}
