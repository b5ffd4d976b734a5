package org.fastsend.core.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksumAlgorithmTest {
    /// The checksums of the nine digits by which every catalogue names these algorithms.
    @ParameterizedTest
    @CsvSource({
        "CRC32C, 1, e3069283",
        "ADLER32, 2, 091e01de",
        "CRC32, 3, cbf43926",
        "MD5, 4, 25f9e794323b453885f5181f1b624d0b",
        "SHA1, 5, f7c3bc1d808e04732adf679965ccc34ca7ae3441",
        "SHA256, 6, 15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225"
    })
    void checksumOfNineDigitsIsTheCataloguesOne(ChecksumAlgorithm algorithm, int code, String expected) {
        ByteBuffer from = ByteBuffer.wrap("x123456789".getBytes(StandardCharsets.US_ASCII));
        from.get();
        ByteBuffer into = ByteBuffer.allocate(algorithm.length());
        algorithm.compute(from, into);
        assertEquals(expected, HexFormat.of().formatHex(into.array()));
        assertEquals(0, into.remaining());
        assertEquals(9, from.remaining());
        assertEquals(code, algorithm.code());
        assertEquals(Optional.of(algorithm), ChecksumAlgorithm.of(code));
    }

    @Test
    void unknownCodeIsNoAlgorithm() {
        assertEquals(Optional.empty(), ChecksumAlgorithm.of(0));
        assertEquals(Optional.empty(), ChecksumAlgorithm.of(7));
        assertEquals(Optional.empty(), ChecksumAlgorithm.of(-1));
    }
}
