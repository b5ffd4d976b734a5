package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.SecureRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TransferKeyTest {
    @Test
    void keyIsNeverPrinted() {
        byte[] secret = new byte[TransferKey.LENGTH];
        Arrays.fill(secret, (byte) 'S');
        assertEquals("TransferKey[secret]", new TransferKey(secret).toString());
    }

    @Test
    void keyKeepsItsOwnBytes() {
        byte[] bytes = new byte[TransferKey.LENGTH];
        TransferKey key = new TransferKey(bytes);
        bytes[0] = 1;
        key.bytes()[1] = 1;
        assertArrayEquals(new byte[TransferKey.LENGTH], key.bytes());
    }

    @Test
    void keysAreEqualIfTheirBytesAre() {
        TransferKey key = TransferKey.random(new SecureRandom());
        assertEquals(key, new TransferKey(key.bytes()));
        assertEquals(key.hashCode(), new TransferKey(key.bytes()).hashCode());
        assertNotEquals(key, TransferKey.random(new SecureRandom()));
    }

    @Test
    void keyOfAnotherLengthIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new TransferKey(new byte[16]));
        assertThrows(IllegalArgumentException.class, () -> new TransferKey(new byte[33]));
    }
}
