package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SpanMinimumTest {
    private final SpanMinimum minimum = new SpanMinimum();

    @Test
    void theLeastIsForgottenAfterThreeSpans() {
        minimum.add(3);
        minimum.add(7);
        for (int span = 0; span < 2; span++) {
            minimum.forget();
            minimum.add(5);
            assertEquals(3, minimum.least());
        }
        minimum.forget();
        minimum.add(6);
        assertEquals(5, minimum.least());
    }

    @Test
    void aShiftMovesWhatWasMeasuredAndNothingElse() {
        minimum.add(3);
        minimum.forget();
        minimum.shift(-10);
        assertEquals(-7, minimum.least());
        minimum.reset(4);
        assertEquals(4, minimum.least());
    }

    @Test
    void beforeTheFirstThereIsNone() {
        minimum.shift(-10);
        assertEquals(Long.MAX_VALUE, minimum.least());
    }
}
