package org.fastsend.it.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UdpDrawTest {
    /// Draws two slow paths, which are soon simulated.
    private static final long SEED = 68;

    private static UdpDraw run(int count, long seed) {
        UdpDraw draw = new UdpDraw(count, seed, new SplittableRandom(seed));
        AtomicInteger done = new AtomicInteger();
        draw.run(2, done::incrementAndGet);
        assertEquals(count, done.get());
        assertEquals(count + " of " + count, draw.progress());
        return draw;
    }

    @Test
    void aSeedDrawsTheSamePathsAndThoseThatMissABarAreTold() {
        String text = run(2, SEED).text();
        assertEquals(text, run(2, SEED).text());
        assertTrue(text.contains("of 2 lone flows hold, and 0 of 0 with several"), text);
        int held = Integer.parseInt(text.replaceAll("(?s).*: (\\d) of 2 lone.*", "$1"));
        assertEquals(
                2 - held,
                text.lines().filter(line -> line.startsWith("| 1 at ")).count(),
                text);
    }
}
