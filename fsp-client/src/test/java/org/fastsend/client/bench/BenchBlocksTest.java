package org.fastsend.client.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class BenchBlocksTest {
    private static final long SEED = 1;

    @Test
    void noiseIsAsHardToCompressAsSealedBlocksAndAnotherEachTime() {
        Random random = new Random(SEED);
        byte[] noise = BenchBlocks.noise(random);

        assertEquals(BenchBlocks.PAYLOAD_BYTES, noise.length);
        assertTrue(compressedBytes(noise) >= noise.length, "compressed to " + compressedBytes(noise) + " bytes");
        assertFalse(Arrays.equals(noise, BenchBlocks.noise(random)));
    }

    private static int compressedBytes(byte[] bytes) {
        try (Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION)) {
            deflater.setInput(bytes);
            deflater.finish();
            return deflater.deflate(new byte[2 * bytes.length]);
        }
    }
}
