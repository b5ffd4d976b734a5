package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PayloadCipherTest {
    private static final HexFormat HEX = HexFormat.of();

    /// The GCM specification (McGrew, Viega), test cases 1, 2, 13 and 14.
    @ParameterizedTest
    @CsvSource({
        "16, '', 58e2fccefa7e3061367f1d57a4e7455a",
        "16, 00000000000000000000000000000000, 0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf",
        "32, '', 530f8afbc74536b9a963b4f1c4cb738b",
        "32, 00000000000000000000000000000000, cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
    })
    void aesGcmIsThatOfItsSpecification(int keyBytes, String plain, String expected) throws Exception {
        for (PayloadCipher cipher : bothGcms(new byte[keyBytes])) {
            byte[] payload = seal(cipher, 0, new byte[0], HEX.parseHex(plain));
            assertEquals(expected, HEX.formatHex(payload), cipher.toString());
            assertEquals(plain, HEX.formatHex(open(cipher, 0, new byte[0], payload)));
        }
    }

    /// RFC 8439, appendix A.5.
    @Test
    void chaCha20Poly1305IsThatOfTheRfc() throws Exception {
        byte[] key = HEX.parseHex("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0");
        byte[] associated = HEX.parseHex("f33388860000000000004e91");
        String plain = "Internet-Drafts are draft documents valid for a maximum of six months and may be updated, "
                + "replaced, or obsoleted by other documents at any time. It is inappropriate to use Internet-Drafts "
                + "as reference material or to cite them other than as /\u201cwork in progress./\u201d";
        PayloadCipher cipher = PayloadCipher.of(CipherSuite.CHACHA20_POLY1305, key);
        byte[] payload = seal(cipher, 0x0102030405060708L, associated, plain.getBytes(StandardCharsets.UTF_8));
        String hex = HEX.formatHex(payload);
        assertEquals("64a0861575861af460f062c79be643bd", hex.substring(0, 32));
        assertEquals("eead9d67890cbb22392336fea1851f38", hex.substring(hex.length() - 32));
    }

    @Test
    void nativeAndPlatformGcmOpenWhatTheOtherSealed() throws Exception {
        long seed = 5869;
        Random random = new Random(seed);
        int[] lengths = {0, 1, 15, 16, 17, 1000, 16383, 16384, 16385, 65_536, (1 << 20) + 60};
        for (int keyBytes : new int[] {16, 32}) {
            byte[] key = bytes(random, keyBytes);
            List<PayloadCipher> both = bothGcms(key);
            for (int length : lengths) {
                byte[] plain = bytes(random, length);
                byte[] associated = bytes(random, 36);
                long number = random.nextLong() & Long.MAX_VALUE;
                byte[] payload = seal(both.get(0), number, associated, plain);
                assertArrayEquals(payload, seal(both.get(1), number, associated, plain), "seed " + seed);
                for (PayloadCipher opener : both) {
                    assertArrayEquals(plain, open(opener, number, associated, payload), "seed " + seed);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void payloadHasTheLengthThatWasForetold(CipherSuite suite) throws Exception {
        PayloadCipher cipher = cipher(suite);
        for (int length = 0; length < 50; length++) {
            byte[] plain = bytes(new Random(length), length);
            byte[] payload = seal(cipher, length, new byte[3], plain);
            assertArrayEquals(plain, open(cipher, length, new byte[3], payload));
        }
    }

    @ParameterizedTest
    @EnumSource
    void payloadOfAnyOtherLengthIsRefused(CipherSuite suite) {
        PayloadCipher cipher = cipher(suite);
        byte[] payload = seal(cipher, 1, new byte[3], new byte[40]);
        for (int length = 0; length < payload.length + 40; length++) {
            byte[] other = Arrays.copyOf(payload, length);
            if (length != payload.length) {
                assertThrows(SealException.class, () -> open(cipher, 1, new byte[3], other), "length " + length);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void associatedDataAreAuthenticated(CipherSuite suite) {
        PayloadCipher cipher = cipher(suite);
        byte[] payload = seal(cipher, 1, new byte[3], new byte[40]);
        assertThrows(SealException.class, () -> open(cipher, 1, new byte[] {0, 0, 1}, payload));
        assertThrows(SealException.class, () -> open(cipher, 1, new byte[2], payload));
    }

    @ParameterizedTest
    @EnumSource(names = {"AES_256_GCM", "AES_128_GCM", "CHACHA20_POLY1305"})
    void numberIsTheNonceAndNeverNegative(CipherSuite suite) {
        PayloadCipher cipher = cipher(suite);
        byte[] payload = seal(cipher, 1, new byte[3], new byte[40]);
        assertThrows(SealException.class, () -> open(cipher, 2, new byte[3], payload));
        assertThrows(IllegalArgumentException.class, () -> seal(cipher, -1, new byte[3], new byte[40]));
    }

    @Test
    void blowfishPayloadIsLaidOutAsTheTableSays() throws Exception {
        byte[] key = bytes(new Random(4), 64);
        byte[] associated = {1, 2, 3};
        byte[] payload = seal(PayloadCipher.of(CipherSuite.BLOWFISH_CBC_HMAC, key), 77, associated, new byte[20]);
        assertEquals(8 + 24 + 32, payload.length);

        SecretKeySpec cipherKey = new SecretKeySpec(key, 0, 32, "Blowfish");
        Cipher cbc = Cipher.getInstance("Blowfish/CBC/PKCS5Padding");
        cbc.init(Cipher.DECRYPT_MODE, cipherKey, new IvParameterSpec(payload, 0, 8));
        assertArrayEquals(new byte[20], cbc.doFinal(payload, 8, 24));
        Cipher ecb = Cipher.getInstance("Blowfish/ECB/NoPadding");
        ecb.init(Cipher.DECRYPT_MODE, cipherKey);
        assertEquals(77, ByteBuffer.wrap(ecb.doFinal(payload, 0, 8)).getLong());

        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, 32, 32, "HmacSHA256"));
        mac.update(associated);
        mac.update(payload, 0, 32);
        assertArrayEquals(mac.doFinal(), Arrays.copyOfRange(payload, 32, 64));
    }

    @Test
    void withoutACipherThePlaintextIsPlainAndStillAuthenticated() throws Exception {
        byte[] plain = "in the clear".getBytes(StandardCharsets.US_ASCII);
        byte[] payload = seal(cipher(CipherSuite.HMAC_ONLY), 0, new byte[3], plain);
        assertArrayEquals(plain, Arrays.copyOf(payload, plain.length));
        assertEquals(plain.length + 32, payload.length);
    }

    private static List<PayloadCipher> bothGcms(byte[] key) {
        return List.of(new NativeAesGcm(key), new PlatformAead(PlatformAead.Kind.AES_GCM, key));
    }

    private static PayloadCipher cipher(CipherSuite suite) {
        return PayloadCipher.of(suite, bytes(new Random(suite.code()), suite.keyBytes()));
    }

    /// In the middle of a larger array, whose other bytes must stay as they are.
    private static byte[] seal(PayloadCipher cipher, long number, byte[] associated, byte[] plain) {
        int length = cipher.sealedLength(plain.length);
        ByteBuffer whole = ByteBuffer.allocate(7 + length + 7);
        ByteBuffer payload = whole.slice(7, length);
        payload.put(cipher.prefixLength(), plain);
        cipher.seal(number, associated, payload, plain.length);
        assertEquals(ByteBuffer.allocate(7), whole.slice(0, 7));
        assertEquals(ByteBuffer.allocate(7), whole.slice(7 + length, 7));
        byte[] bytes = new byte[length];
        payload.get(0, bytes);
        return bytes;
    }

    private static byte[] open(PayloadCipher cipher, long number, byte[] associated, byte[] payload)
            throws SealException {
        ByteBuffer sealed =
                ByteBuffer.allocate(5 + payload.length).put(5, payload).position(5);
        ByteBuffer plain = ByteBuffer.allocate(payload.length + 3).position(3);
        byte[] bytes = new byte[cipher.open(number, associated, sealed, plain)];
        assertEquals(5, sealed.position());
        plain.get(3, bytes);
        return bytes;
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
