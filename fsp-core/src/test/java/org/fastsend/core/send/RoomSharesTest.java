package org.fastsend.core.send;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.send.RoomShares.Ask;
import org.fastsend.core.send.RoomShares.Place;
import org.junit.jupiter.api.Test;

/// How much room relays are asked to keep, and when.
class RoomSharesTest {
    private static final long MIB = 1 << 20;

    private final RoomShares shares = new RoomShares();
    private long nowNanos = 5;

    private List<Ask> look(long wantedBytes, int coming, Place... inUse) {
        nowNanos += RoomShares.LOOK_NANOS;
        return shares.look(nowNanos, wantedBytes, coming, List.of(inUse));
    }

    private static Place relay(int target, long storedBytes) {
        return new Place(target, true, storedBytes);
    }

    @Test
    void eachRelayIsAskedForAnEqualShareAtFirst() {
        assertEquals(List.of(new Ask(0, 50 * MIB), new Ask(1, 50 * MIB)), look(100 * MIB, 0, relay(0, 0), relay(1, 0)));
    }

    @Test
    void whoMayStillComeHasAShareToo() {
        assertEquals(List.of(new Ask(3, 25 * MIB)), look(100 * MIB, 3, relay(3, 0)));
    }

    @Test
    void theReceiverTakesItsShareAndIsAskedForNothing() {
        assertEquals(List.of(new Ask(1, 50 * MIB)), look(100 * MIB, 0, new Place(0, false, 0), relay(1, 0)));
    }

    @Test
    void halfOfAllIsExpectedToGoAsItWentBefore() {
        assertEquals(
                List.of(new Ask(0, 70 * MIB), new Ask(1, 30 * MIB)),
                look(100 * MIB, 0, relay(0, 9 * MIB), relay(1, MIB)));
    }

    @Test
    void aFewMebibytesAreNotAnnounced() {
        assertEquals(List.of(), look(MIB, 0, relay(0, 0), relay(1, 0)));
    }

    @Test
    void whileBlocksGoAsExpectedRelaysAreAskedAgainOnlyBeforeTheyForget() {
        look(100 * MIB, 0, relay(0, 0), relay(1, 0));
        long storedBytes = 0;
        int looks = 0;
        List<Ask> asks = List.of();
        while (asks.isEmpty()) {
            storedBytes += MIB / 2;
            asks = look(100 * MIB - 2 * storedBytes, 0, relay(0, storedBytes), relay(1, storedBytes));
            looks++;
        }
        assertEquals(List.of(new Ask(0, 50 * MIB - storedBytes), new Ask(1, 50 * MIB - storedBytes)), asks);
        long waitedNanos = looks * RoomShares.LOOK_NANOS;
        assertTrue(waitedNanos <= BlockChannel.RESERVED_NANOS / 2, waitedNanos + " ns");
        assertTrue(waitedNanos >= BlockChannel.RESERVED_NANOS / 4, waitedNanos + " ns");
    }

    @Test
    void whatIsFoundToBeMuchMoreIsAskedForAtOnce() {
        look(100 * MIB, 0, relay(0, 0));
        assertEquals(List.of(), look(120 * MIB, 0, relay(0, 0)));
        assertEquals(List.of(new Ask(0, 200 * MIB)), look(200 * MIB, 0, relay(0, 0)));
    }

    @Test
    void theOthersAreAskedForThePartOfOneThatIsLost() {
        look(90 * MIB, 0, relay(0, 0), relay(1, 0), relay(2, 0));
        assertEquals(
                List.of(new Ask(1, 0), new Ask(0, 45 * MIB), new Ask(2, 45 * MIB)),
                look(90 * MIB, 0, relay(0, 0), relay(2, 0)));
    }

    @Test
    void whoGetsNoMoreBlocksGivesItsRoomBackOnce() {
        look(100 * MIB, 0, relay(0, 0));
        assertEquals(List.of(new Ask(0, 0)), look(100 * MIB, 1));
        assertEquals(List.of(), look(100 * MIB, 1));
    }

    @Test
    void whenNextToNothingIsLeftRelaysGiveTheirRoomBack() {
        look(100 * MIB, 0, relay(0, 0));
        assertEquals(List.of(new Ask(0, 0)), look(MIB / 2, 0, relay(0, 80 * MIB)));
        assertEquals(List.of(), look(0, 0, relay(0, 81 * MIB)));
        assertEquals(List.of(), shares.end());
    }

    @Test
    void atTheEndEveryoneGivesBackWhatItKeeps() {
        look(100 * MIB, 0, relay(0, 0), relay(1, 0));
        List<Ask> asks = new ArrayList<>(shares.end());
        asks.sort((one, other) -> Integer.compare(one.target(), other.target()));
        assertEquals(
                IntStream.range(0, 2).mapToObj(target -> new Ask(target, 0)).toList(), asks);
        assertEquals(List.of(), shares.end());
    }
}
