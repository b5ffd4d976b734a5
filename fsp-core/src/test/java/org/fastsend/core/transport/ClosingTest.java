package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ClosingTest {
    private static final String PAIR = "\uD83D\uDE80";

    private final Closing closing = new Closing();

    @Test
    void wordsAreCutEvenWhereACharacterOfTwoHalvesStands() throws Exception {
        closing.begin(CloseReason.FAILED, "x".repeat(63) + PAIR);
        assertEquals(new Closing.Notice(CloseReason.FAILED, "x".repeat(63) + "?"), told());
    }

    @Test
    void halfACharacterIsNoReasonNotToClose() throws Exception {
        closing.begin(CloseReason.FAILED, PAIR.substring(1) + PAIR);
        assertEquals(new Closing.Notice(CloseReason.FAILED, "?" + PAIR), told());
    }

    private Closing.Notice told() throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(300);
        closing.write(bytes, 0);
        bytes.flip().get(); // the frame's type
        return Closing.read(bytes);
    }
}
