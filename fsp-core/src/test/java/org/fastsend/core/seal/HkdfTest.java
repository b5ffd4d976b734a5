package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.fastsend.core.block.TransferId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HkdfTest {
    private static final HexFormat HEX = HexFormat.of();

    /// RFC 5869, appendix A.1 to A.3.
    @ParameterizedTest
    @CsvSource({
        "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b, 000102030405060708090a0b0c, f0f1f2f3f4f5f6f7f8f9, 42,"
                + "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f"
                + "303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f,"
                + "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f"
                + "909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeaf,"
                + "b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf"
                + "e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff, 82,"
                + "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
                + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
        "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b, '', '', 42,"
                + "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    })
    void derivedKeysAreThoseOfTheRfc(String secret, String salt, String info, int length, String expected) {
        byte[] key = Hkdf.derive(HEX.parseHex(secret), HEX.parseHex(salt), HEX.parseHex(info), length);
        assertEquals(expected, HEX.formatHex(key));
    }

    /// RFC 5869, section 2.3: T(1) = HMAC(PRK, info | 0x01).
    @Test
    void expandingAKeyIsOneHmac() throws Exception {
        byte[] key = HEX.parseHex("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        byte[] expected = mac.doFinal("fsp1 next\u0001".getBytes(StandardCharsets.US_ASCII));
        assertEquals(HEX.formatHex(expected), HEX.formatHex(Hkdf.expand(key, "fsp1 next", 32)));
    }

    @Test
    void noKeyServesTwoPurposesTransfersOrCiphers() {
        Set<String> seen = new HashSet<>();
        for (TransferId transfer : new TransferId[] {new TransferId(0, 1), new TransferId(1, 0)}) {
            for (KeyPurpose purpose : KeyPurpose.values()) {
                for (CipherSuite suite : CipherSuite.values()) {
                    byte[] key = purpose.derive(transfer, SealedBlocks.KEY, suite, SenderRun.FIRST);
                    assertEquals(suite.keyBytes(), key.length);
                    assertTrue(seen.add(HEX.formatHex(key).substring(0, 32)), transfer + " " + purpose + " " + suite);
                }
            }
        }
        assertEquals(2 * 3 * 5, seen.size());
        assertFalse(seen.contains(HEX.formatHex(SealedBlocks.KEY.bytes()).substring(0, 32)));
    }

    @Test
    void blockKeyIsDerivedAsTheWireFormatSays() {
        byte[] expected = Hkdf.derive(
                SealedBlocks.KEY.bytes(),
                HEX.parseHex(SealedBlocks.TRANSFER.toString()),
                "fsp1 block aes-256-gcm".getBytes(StandardCharsets.US_ASCII),
                32);
        byte[] key = KeyPurpose.BLOCK.derive(
                SealedBlocks.TRANSFER, SealedBlocks.KEY, CipherSuite.AES_256_GCM, SenderRun.FIRST);
        assertEquals(HEX.formatHex(expected), HEX.formatHex(key));
    }
}
