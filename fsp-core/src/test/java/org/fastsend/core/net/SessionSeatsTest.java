package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.wire.SessionId;
import org.junit.jupiter.api.Test;

class SessionSeatsTest {
    private static final KeyHash MEMBER = key(200);
    private static final KeyHash OTHER = key(201);

    private final SessionSeats seats = new SessionSeats();
    private long sessions;

    @Test
    void aMemberThatMakesUpKeysLeavesRoomForOthers() {
        int taken = 0;
        for (int key = 0; key < TcpLimits.MAX_SESSIONS; key++) {
            taken += take(key(key % 100), MEMBER) ? 1 : 0;
        }
        assertTrue(taken < TcpLimits.MAX_SESSIONS);
        assertTrue(take(OTHER, OTHER));
    }

    @Test
    void manyWithOneTicketFindRoom() {
        for (int i = 0; i < 100; i++) {
            assertTrue(take(key(1), MEMBER));
        }
    }

    @Test
    void onePeerHasNotAllOfAMembersSessions() {
        for (int i = 0; i < TcpLimits.MAX_SESSIONS_OF_A_PEER; i++) {
            assertTrue(take(key(1), MEMBER));
        }
        assertFalse(take(key(1), MEMBER));
        assertTrue(take(key(2), MEMBER));
    }

    @Test
    void aSessionThatEndedMakesRoom() {
        for (int i = 0; i < TcpLimits.MAX_SESSIONS_OF_A_PEER; i++) {
            take(key(1), MEMBER);
        }
        seats.free(new SessionId(0, 1));
        assertTrue(take(key(1), MEMBER));
    }

    private boolean take(KeyHash peer, KeyHash sponsor) {
        return seats.take(new SessionId(0, ++sessions), new SessionSeats.Owner(peer, sponsor));
    }

    private static KeyHash key(int number) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) number);
        return KeyHash.of(bytes);
    }
}
