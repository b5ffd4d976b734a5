package org.fastsend.core.net.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class IdleTimeTest {
    @Test
    void whatNoProcessorWorkedForCounts() {
        assertEquals(
                OptionalLong.of(1_050_000_000), IdleTime.parse("cpu  10132153 290696 3084719 100 5 17512 32250 0 0 0"));
    }

    @Test
    void whatIsNotUnderstoodIsUnknown() {
        assertEquals(OptionalLong.empty(), IdleTime.parse("cpu0 1 2 3 4 5 6"));
        assertEquals(OptionalLong.empty(), IdleTime.parse("cpu 1 2"));
        assertEquals(OptionalLong.empty(), IdleTime.parse(""));
    }
}
