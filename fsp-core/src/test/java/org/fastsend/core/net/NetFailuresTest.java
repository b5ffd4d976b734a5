package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.EOFException;
import java.net.SocketException;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetFailuresTest {
    @Test
    void thatThePeerIsGoneIsSaidInTheSameWordsHoweverItShowed() {
        for (Exception end : List.of(new EOFException(), new SocketException("Socket is closed"))) {
            assertEquals(
                    "the connection to r1 (host:1) was lost: the peer closed it",
                    NetFailures.lost("r1 (host:1)", end).getMessage());
        }
    }

    @Test
    void whatElseEndedAConnectionIsNamed() {
        assertEquals(
                "the connection to r1 (host:1) was lost: Connection reset",
                NetFailures.lost("r1 (host:1)", new SocketException("Connection reset"))
                        .getMessage());
    }
}
