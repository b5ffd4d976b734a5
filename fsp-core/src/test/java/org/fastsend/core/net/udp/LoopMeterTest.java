package org.fastsend.core.net.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LoopMeterTest {
    private static final double CLOSE = 0.001;
    private static final long SPAN = LoopMeter.SPAN_NANOS;

    private OptionalLong onProcessor = OptionalLong.of(0);
    private final LoopMeter meter = new LoopMeter(() -> onProcessor);

    @Test
    void whatTheThreadWasOnAProcessorForCounts() {
        meter.look(0);
        onProcessor = OptionalLong.of(SPAN * 3 / 4);
        meter.waited(SPAN / 8); // the rest of the time it waited for a processor
        meter.look(SPAN);
        assertEquals(0.75, meter.busy(), CLOSE);
    }

    @Test
    void spinningIsNoWork() {
        meter.look(0);
        onProcessor = OptionalLong.of(SPAN);
        meter.spun(SPAN / 2);
        meter.look(SPAN);
        assertEquals(0.5, meter.busy(), CLOSE);
    }

    @Test
    void whereTheSystemDoesNotTellWhateverIsNoWaitIsWork() {
        onProcessor = OptionalLong.empty();
        meter.look(0);
        meter.waited(SPAN / 4);
        meter.look(SPAN / 2);
        assertEquals(0, meter.busy(), CLOSE, "only whole spans are measured");
        meter.spun(SPAN / 4);
        meter.look(SPAN);
        assertEquals(0.5, meter.busy(), CLOSE);
    }

    @Test
    void eachSpanIsMeasuredByItself() {
        meter.look(0);
        onProcessor = OptionalLong.of(SPAN);
        meter.look(SPAN);
        meter.look(2 * SPAN);
        assertEquals(0, meter.busy(), CLOSE);
    }
}
