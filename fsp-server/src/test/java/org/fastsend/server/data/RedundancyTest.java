package org.fastsend.server.data;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RedundancyTest {
    private static final long SEED = 20_261_122;

    @Test
    void textIsWorthCompressing() {
        String text = "The order of value: nothing is lost or exposed. ".repeat(100);
        assertTrue(Redundancy.isLikely(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII))));
    }

    @Test
    void randomBytesAreNot() {
        Random random = new Random(SEED);
        for (int size : new int[] {1000, 10_240, 1 << 20}) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            assertFalse(Redundancy.isLikely(ByteBuffer.wrap(bytes)), "seed " + SEED + ", " + size + " bytes");
        }
    }

    @Test
    void ofAFewBytesNothingIsSaid() {
        assertTrue(Redundancy.isLikely(ByteBuffer.wrap(new byte[] {1, 2, 3})));
    }

    @Test
    void whatIsLookedAtStaysWhereItWas() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(5000).position(10);
        assertTrue(Redundancy.isLikely(bytes));
        assertTrue(bytes.position() == 10 && bytes.limit() == 5000);
    }
}
