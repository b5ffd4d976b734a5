package org.fastsend.core.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CipherSuiteTest {
    @ParameterizedTest
    @CsvSource({
        "AES_256_GCM, 1, aes-256-gcm",
        "AES_128_GCM, 2, aes-128-gcm",
        "CHACHA20_POLY1305, 3, chacha20-poly1305",
        "BLOWFISH_CBC_HMAC, 4, blowfish",
        "HMAC_ONLY, 5, none"
    })
    void cipherHasTheCodeAndNameOfTheWireFormat(CipherSuite suite, int code, String name) {
        assertEquals(code, suite.code());
        assertEquals(Optional.of(suite), CipherSuite.of(code));
        assertEquals(suite, CipherSuite.parse(name));
        assertEquals(name, suite.label());
    }

    @Test
    void unknownCipherIsNamedTogetherWithTheKnownOnes() {
        assertEquals(Optional.empty(), CipherSuite.of(0));
        assertEquals(Optional.empty(), CipherSuite.of(6));
        var refused = assertThrows(IllegalArgumentException.class, () -> CipherSuite.parse("des"));
        assertTrue(refused.getMessage().contains("des"));
        assertTrue(refused.getMessage().contains("chacha20-poly1305"));
    }

    @Test
    void compressionIsParsedAsPeopleWriteIt() {
        assertEquals(new Compression.None(), Compression.parse("none"));
        assertEquals(new Compression.Zstd(3), Compression.parse("zstd"));
        assertEquals(new Compression.Zstd(19), Compression.parse("ZSTD:19"));
        assertEquals(new Compression.Zlib(6), Compression.parse("zlib"));
        assertEquals(new Compression.Zlib(9), Compression.parse("zlib:9"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "lz4", "zstd:", "zstd:x", "zstd:0", "zstd:23", "zstd:-1", "zlib:10", "zlib:1:2", "none:1"})
    void compressionThatIsNoneIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Compression.parse(text));
    }
}
