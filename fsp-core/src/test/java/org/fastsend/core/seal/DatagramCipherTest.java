package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// A key serves so many numbers and gives way to the next; no number is ever sealed twice.
class DatagramCipherTest {
    private static final int HEADER = 8;
    private static final int BODY = 40;
    private static final long LIMIT = 1L << DatagramCipher.KEY_BITS;

    private final DatagramCipher sender = new DatagramCipher(new byte[DatagramCipher.KEY_BYTES]);
    private final DatagramCipher receiver = new DatagramCipher(new byte[DatagramCipher.KEY_BYTES]);

    private byte[] sealed(long number) {
        byte[] bytes = new byte[HEADER + BODY + DatagramCipher.TAG_BYTES];
        sender.seal(number, bytes, 0, HEADER, BODY, true);
        return bytes;
    }

    private boolean opens(DatagramCipher by, long number, byte[] bytes) {
        return by.open(number, bytes.clone(), 0, HEADER, BODY + DatagramCipher.TAG_BYTES, true);
    }

    @Test
    void bothEndsFollowWhenAKeyReachesItsLimit() {
        for (long generation = 1; generation <= 3; generation++) {
            long limit = generation * LIMIT;
            byte[] last = sealed(limit - 1);
            byte[] first = sealed(limit);
            assertTrue(opens(receiver, limit, first));
            assertTrue(opens(receiver, limit - 1, last), "the last under the old key came late");
        }
    }

    @Test
    void theOldKeyDoesNotServeBeyondItsLimit() {
        byte[] first = sealed(LIMIT);
        assertFalse(opens(receiver, 0, first));
        assertTrue(opens(receiver, LIMIT, first));
        byte[] third = sealed(2 * LIMIT);
        assertTrue(opens(receiver, 2 * LIMIT, third));
        byte[] old = new byte[HEADER + BODY + DatagramCipher.TAG_BYTES];
        new DatagramCipher(new byte[DatagramCipher.KEY_BYTES]).seal(0, old, 0, HEADER, BODY, true);
        assertFalse(opens(receiver, 0, old), "two keys ago");
    }

    @Test
    void noNumberIsSealedTwice() {
        sealed(LIMIT - 1);
        assertThrows(IllegalStateException.class, () -> sealed(LIMIT - 1));
        sealed(LIMIT);
        assertThrows(IllegalStateException.class, () -> sealed(LIMIT));
        assertThrows(IllegalStateException.class, () -> sealed(LIMIT - 1));
    }
}
