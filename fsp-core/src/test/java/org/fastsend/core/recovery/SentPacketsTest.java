package org.fastsend.core.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is known of packets stays known while there are more and more of them.
class SentPacketsTest {
    private static final int PACKETS = 5_000;
    private static final int UNTRACKED_OF = 512;

    private final SentPackets sent = new SentPackets();

    /// @param arrived before some are in flight, so that growing rings have gone round
    @ParameterizedTest
    @ValueSource(ints = {0, 100, 511, 512, 700, 1_000, 3_000})
    void growsAlsoForAPacketThatNobodyWaitsFor(int arrived) {
        for (int number = 0; number < arrived; number++) {
            send(number);
            sent.settle(number);
        }
        int end = arrived + PACKETS;
        for (int number = arrived; number < end; number++) {
            if (isUntracked(number, arrived)) {
                sent.addUntracked(number);
            } else {
                send(number);
            }
        }
        assertEquals(arrived, sent.oldest());
        for (int number = arrived; number < end; number++) {
            byte state = isUntracked(number, arrived) ? SentPackets.SETTLED : SentPackets.IN_FLIGHT;
            assertEquals(state, sent.state(number), "of " + number);
            assertEquals(number, sent.sentNanos(number));
        }
    }

    private void send(int number) {
        sent.add(number, 1_500, 0, 0, number, 1_000);
    }

    /// Rings grow for the 512th in flight, the 1,024th and so on.
    private static boolean isUntracked(int number, int arrived) {
        return number > arrived && (number - arrived) % UNTRACKED_OF == 0;
    }
}
