package org.fastsend.server.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AsciiLinesTest {
    @Test
    void lineFeedsGetACarriageReturnOnTheWayOut() {
        assertEquals("a\r\nb\r\n\r\n", outgoing("a\nb\r\n\n", 100));
        assertEquals("a\r\nb\r\n\r\n", outgoing("a\nb\r\n\n", 1));
    }

    @Test
    void carriageReturnsBeforeLineFeedsAreTakenOnTheWayIn() {
        assertEquals("a\nb\rc\n\r", incoming("a\r\nb\rc\r\n\r", 100));
        assertEquals("a\nb\rc\n\r", incoming("a\r\nb\rc\r\n\r", 1));
    }

    @Test
    void howTheBytesArriveMakesNoDifference() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(30); n > 0; n--) {
                text.append("a\r\n".charAt(random.nextInt(3)));
            }
            int step = 1 + random.nextInt(5);
            assertEquals(incoming(text.toString(), 100), incoming(text.toString(), step), "seed " + seed);
            assertEquals(outgoing(text.toString(), 100), outgoing(text.toString(), step), "seed " + seed);
        }
    }

    private static String outgoing(String text, int step) {
        AsciiLines lines = new AsciiLines();
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); i += step) {
            result.append(string(lines.outgoing(bytes(text.substring(i, Math.min(text.length(), i + step))))));
        }
        return result.toString();
    }

    private static String incoming(String text, int step) {
        AsciiLines lines = new AsciiLines();
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); i += step) {
            result.append(string(lines.incoming(bytes(text.substring(i, Math.min(text.length(), i + step))))));
        }
        return result.append(string(lines.rest())).toString();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String string(ByteBuffer bytes) {
        return StandardCharsets.US_ASCII.decode(bytes).toString();
    }
}
