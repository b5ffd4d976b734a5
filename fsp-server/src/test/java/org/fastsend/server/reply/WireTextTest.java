package org.fastsend.server.reply;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WireTextTest {
    @Test
    void utf8IsText() {
        String text = "ünïcödé-名前 \uD83D\uDE00";
        assertEquals(text, WireText.decode(StandardCharsets.UTF_8.encode(text)));
        assertEquals(StandardCharsets.UTF_8.encode(text), WireText.encode(text));
    }

    @Test
    void anyOtherBytesComeBackAsTheyWere() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 5000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            if (i % 2 == 0 && bytes.length > 4) {
                System.arraycopy("é名".getBytes(StandardCharsets.UTF_8), 0, bytes, 0, 5);
            }
            String text = WireText.decode(ByteBuffer.wrap(bytes));
            byte[] back = new byte[WireText.encode(text).remaining()];
            WireText.encode(text).get(back);
            assertArrayEquals(bytes, back, "seed " + seed + ": " + text);
        }
    }
}
