package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Path MTU discovery over paths that swallow what is too long for them, without a network.
class MtuSearchTest {
    private static final int LARGEST = UdpSettings.MAX_DATAGRAM_BYTES;
    private static final int SMALLEST = UdpSettings.MIN_DATAGRAM_BYTES;
    private static final long MINUTE = 60_000_000_000L;

    private long now;
    private long number;
    private int probes;

    /// Sends probes over a path that carries so much, until there is nothing to probe any more.
    private void search(MtuSearch search, int pathBytes) {
        for (int bytes = search.probe(now); bytes > 0; bytes = search.probe(now)) {
            search.sentProbe();
            probes++;
            if (bytes <= pathBytes) {
                search.delivered(number++, bytes, now);
            } else {
                search.lostProbe(bytes, now);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1200,1200",
        "1279,1200",
        "1280,1280",
        "1399,1280",
        "1420,1400",
        "1452,1452",
        "1472,1472",
        "1500,1472",
        "8972,8952",
        "20000,16356",
        "65506,32740",
        "65507,65507"
    })
    void itFindsTheLargestUsualSizeThatThePathCarries(int pathBytes, int found) {
        MtuSearch search = new MtuSearch(LARGEST);
        search(search, pathBytes);
        assertEquals(found, search.datagramBytes());
        assertTrue(probes <= 20, probes + " probes");
    }

    @Test
    void aSizeIsGivenUpWhenThreeProbesOfItAreLostAndNotBefore() {
        MtuSearch search = new MtuSearch(1_472);
        for (int i = 0; i < 2; i++) {
            assertEquals(1_472, search.probe(now));
            search.sentProbe();
            assertEquals(0, search.probe(now), "one at a time");
            search.lostProbe(1_472, now);
        }
        assertEquals(1_472, search.probe(now));
        search.sentProbe();
        search.delivered(1, 1_472, now);
        assertEquals(1_472, search.datagramBytes());
    }

    @Test
    void aPathThatCarriesMoreLaterIsFoundOutTenMinutesLater() {
        MtuSearch search = new MtuSearch(LARGEST);
        search(search, 1_472);
        now += 9 * MINUTE;
        search(search, 8_972);
        assertEquals(1_472, search.datagramBytes(), "not yet");

        now = search.deadlineNanos();
        assertEquals(10 * MINUTE, now);
        search(search, 8_972);

        assertEquals(8_952, search.datagramBytes());
    }

    @Test
    void aPathThatBeginsToSwallowLargeDatagramsIsSearchedFromBelow() {
        MtuSearch search = new MtuSearch(LARGEST);
        search(search, 1_472);
        int lost = 1;
        while (!search.lost(number++, 1_472)) {
            lost++;
        }
        assertEquals(12, lost);
        assertEquals(SMALLEST, search.datagramBytes());

        search(search, 1_400);

        assertEquals(1_400, search.datagramBytes());
    }

    @Test
    void lossesAmongLargeDatagramsThatArriveAreNoSuchPath() {
        MtuSearch search = new MtuSearch(LARGEST);
        search(search, 1_472);
        for (int i = 0; i < 1_000; i++) {
            assertFalse(search.lost(number++, 1_472));
            assertFalse(search.lost(number++, SMALLEST), "and small ones say nothing");
            if (i % 10 == 9) {
                search.delivered(number++, 1_472, now);
            }
        }
        assertEquals(1_472, search.datagramBytes());
    }

    @Test
    void whatThisHostDoesNotSendIsNotTriedAgain() {
        MtuSearch search = new MtuSearch(LARGEST);
        for (int bytes = search.probe(now); bytes > 0; bytes = search.probe(now)) {
            search.sentProbe();
            probes++;
            if (bytes > 1_372) {
                search.tooLarge(bytes, now);
            } else {
                search.delivered(number++, bytes, now);
            }
        }
        assertEquals(1_280, search.datagramBytes());
        assertTrue(probes <= 8, probes + " probes: a refusal is no loss that could be chance");
    }

    @Test
    void whenTheHostsOwnLinkGetsShorterTheSearchBeginsBelowIt() {
        MtuSearch search = new MtuSearch(LARGEST);
        search(search, 1_472);
        search.tooLarge(1_472, now);
        assertEquals(SMALLEST, search.datagramBytes());
        search(search, 1_420);
        assertEquals(1_400, search.datagramBytes());
    }

    @Test
    void itNeverExceedsWhatThePeerTakes() {
        MtuSearch search = new MtuSearch(LARGEST);
        search(search, LARGEST);
        search.limit(1_472);
        search(search, LARGEST);
        assertEquals(1_472, search.datagramBytes());
    }
}
