package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// Bytes that come are given back to the connection's window, each once.
class UdpInboxTest {
    private static final int WINDOW = 4_000_000;

    private final UdpInbox inbox = new UdpInbox(20_000_000, WINDOW, () -> {});

    @Test
    void whatCameOfAMessageThatIsTakenBackIsReleased() {
        byte[] bytes = new byte[1_400];
        inbox.write(7, 100_000, 0, bytes, 0, 1_400);
        inbox.write(7, 100_000, 50_000, bytes, 0, 600);
        inbox.withdrawn(7);
        assertEquals(2_000, inbox.takeReleased());
    }
}
