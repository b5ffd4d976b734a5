package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class StreamCipherTest {
    private static final byte[] KEY = new byte[StreamCipher.KEY_BYTES];

    static {
        new Random(6).nextBytes(KEY);
    }

    private final StreamCipher sending = new StreamCipher(KEY);
    private final StreamCipher receiving = new StreamCipher(KEY);

    @Test
    void recordsOpenInTheOrderTheyWereSealed() throws Exception {
        for (int length : new int[] {0, 1, 100, 128 << 10}) {
            byte[] plain = plain(length);
            byte[] sealed = seal(sending, plain);
            assertEquals(length + StreamCipher.TAG_BYTES, sealed.length);
            assertArrayEquals(plain, open(receiving, sealed));
        }
    }

    @Test
    void droppedRepeatedOrSwappedRecordIsRefused() throws Exception {
        byte[] first = seal(sending, plain(20));
        byte[] second = seal(sending, plain(20));
        assertThrows(SealException.class, () -> open(receiving, second));
        assertArrayEquals(plain(20), open(receiving, first));
        assertThrows(SealException.class, () -> open(receiving, first));
        assertArrayEquals(plain(20), open(receiving, second));
    }

    @Test
    void everyFlippedBitAndTheLengthFieldAreAuthenticated() {
        byte[] sealed = seal(sending, plain(20));
        for (int bit = 0; bit < sealed.length * 8; bit++) {
            byte[] bad = sealed.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(SealException.class, () -> open(receiving, bad), "bit " + bit);
        }
        assertThrows(
                SealException.class,
                () -> receiving.open(sealed.length + 1, ByteBuffer.wrap(sealed), ByteBuffer.allocate(100)));
        for (int length = 0; length < sealed.length; length++) {
            byte[] cut = Arrays.copyOf(sealed, length);
            assertThrows(
                    SealException.class,
                    () -> receiving.open(sealed.length, ByteBuffer.wrap(cut), ByteBuffer.allocate(100)));
        }
    }

    @Test
    void directionsWithOtherKeysDoNotMix() {
        byte[] other = KEY.clone();
        other[31] ^= 1;
        byte[] sealed = seal(sending, plain(20));
        assertThrows(SealException.class, () -> open(new StreamCipher(other), sealed));
    }

    @Test
    void keyGivesWayToTheNextAfterItsRecords() throws Exception {
        long before = StreamCipher.RECORDS_PER_KEY - 2;
        StreamCipher lateSending = new StreamCipher(KEY, before);
        StreamCipher lateReceiving = new StreamCipher(KEY, before);
        byte[] next = Hkdf.expand(KEY, "fsp1 next", 32);
        for (long record = before; record < before + 5; record++) {
            byte[] sealed = seal(lateSending, plain(30));
            byte[] key = record < StreamCipher.RECORDS_PER_KEY ? KEY : next;
            assertArrayEquals(plain(30), platformOpen(key, record, sealed), "record " + record);
            assertArrayEquals(plain(30), open(lateReceiving, sealed));
        }
    }

    @Test
    void recordIsSealedWhereTheBuffersStand() throws Exception {
        ByteBuffer plain =
                ByteBuffer.allocate(50).put(10, plain(20)).position(10).limit(30);
        ByteBuffer out = ByteBuffer.allocate(100).slice(3, 90).position(4);
        assertEquals(36, sending.seal(36, plain, out));
        assertEquals(30, plain.position());
        assertEquals(40, out.position());
        ByteBuffer into = ByteBuffer.allocate(30).slice(2, 25).position(5); // room for the plaintext and no more
        assertEquals(20, receiving.open(36, out.flip().position(4), into));
        assertEquals(0, out.remaining());
        assertEquals(25, into.position());
        assertEquals(ByteBuffer.wrap(plain(20)), into.slice(5, 20));
    }

    @Test
    void bufferWithoutRoomIsRefusedBeforeTheRecordCounts() throws Exception {
        assertThrows(
                IllegalArgumentException.class,
                () -> sending.seal(36, ByteBuffer.wrap(plain(20)), ByteBuffer.allocate(35)));
        byte[] sealed = seal(sending, plain(20));
        assertThrows(
                IllegalArgumentException.class,
                () -> receiving.open(36, ByteBuffer.wrap(sealed), ByteBuffer.allocate(19)));
        assertArrayEquals(plain(20), open(receiving, sealed));
        assertThrows(IllegalArgumentException.class, () -> new StreamCipher(new byte[16]));
    }

    private static byte[] seal(StreamCipher cipher, byte[] plain) {
        ByteBuffer out = ByteBuffer.allocate(plain.length + StreamCipher.TAG_BYTES);
        cipher.seal(plain.length + StreamCipher.TAG_BYTES, ByteBuffer.wrap(plain), out);
        return out.array();
    }

    private static byte[] open(StreamCipher cipher, byte[] sealed) throws SealException {
        ByteBuffer into = ByteBuffer.allocate(sealed.length);
        int length = cipher.open(sealed.length, ByteBuffer.wrap(sealed), into);
        return Arrays.copyOf(into.array(), length);
    }

    private static byte[] platformOpen(byte[] key, long record, byte[] sealed) throws Exception {
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
        byte[] nonce = ByteBuffer.allocate(12).putInt(0).putLong(record).array();
        gcm.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
        gcm.updateAAD(ByteBuffer.allocate(4).putInt(sealed.length).array());
        return gcm.doFinal(sealed);
    }

    private static byte[] plain(int length) {
        byte[] plain = new byte[length];
        new Random(length).nextBytes(plain);
        return plain;
    }
}
