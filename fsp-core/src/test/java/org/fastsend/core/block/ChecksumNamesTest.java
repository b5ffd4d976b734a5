package org.fastsend.core.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.fastsend.core.stripe.Strategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksumNamesTest {
    @ParameterizedTest
    @CsvSource({"crc32c, CRC32C", "Adler32, ADLER32", "crc32, CRC32", "md5, MD5", "sha-1, SHA1", "SHA256, SHA256"})
    void takesTheNamesPeopleWrite(String name, ChecksumAlgorithm algorithm) {
        assertEquals(algorithm, ChecksumAlgorithm.parse(name));
    }

    @Test
    void saysWhichNamesThereAre() {
        var refused = assertThrows(IllegalArgumentException.class, () -> ChecksumAlgorithm.parse("crc16"));
        assertEquals(
                "no checksum is called 'crc16'; there are crc32c, adler32, crc32, md5, sha-1, sha-256",
                refused.getMessage());
        assertThrows(IllegalArgumentException.class, () -> Strategy.parse(""));
        assertEquals(Strategy.ROUND_ROBIN, Strategy.parse("Round-Robin"));
    }
}
