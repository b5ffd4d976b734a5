package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UdpWindowsTest {
    private static final long MEBIBYTE = 1 << 20;

    private final UdpWindows windows = new UdpWindows();

    @Test
    void theMoreStreamsThereAreTheLessEachGetsAndAllTogetherAQuarterOfTheMemory() {
        List<Long> taken = new ArrayList<>();
        for (long window = windows.take(); window > 0; window = windows.take()) {
            taken.add(window);
        }
        long all = taken.stream().mapToLong(Long::longValue).sum();
        assertTrue(all <= Runtime.getRuntime().maxMemory() / 4, taken.toString());
        assertTrue(taken.getFirst() <= 128 * MEBIBYTE && taken.getLast() >= 4 * MEBIBYTE, taken.toString());
        assertEquals(taken.stream().sorted((a, b) -> Long.compare(b, a)).toList(), taken);
    }

    @Test
    void whatIsGivenBackIsThereForTheNext() {
        long first = windows.take();
        while (windows.take() > 0) {
            // until nothing is left
        }
        windows.give(first);
        assertTrue(windows.take() > 0);
    }
}
