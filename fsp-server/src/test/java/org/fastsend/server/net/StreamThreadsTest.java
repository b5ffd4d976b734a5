package org.fastsend.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StreamThreadsTest {
    @Test
    void oneTransferGetsWhatItWantsAndManyNoMoreThanThereAre() {
        StreamThreads threads = new StreamThreads();
        int taken = threads.take(63);
        assertEquals(63, taken);
        for (int i = 0; i < 100; i++) {
            taken += threads.take(63);
        }
        assertEquals(StreamThreads.MAX, taken);
        assertEquals(0, threads.take(1));
        threads.giveBack(1);
        assertEquals(1, threads.take(63));
    }

    @Test
    void nobodyGetsMoreThanHalfOfWhatIsLeft() {
        StreamThreads threads = new StreamThreads();
        assertEquals(StreamThreads.MAX / 2, threads.take(StreamThreads.MAX));
    }
}
