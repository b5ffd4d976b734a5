package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fastsend.core.sim.udp.DatagramLink;
import org.fastsend.core.sim.udp.DatagramWorld;
import org.fastsend.core.sim.udp.KeptMessages;
import org.fastsend.core.sim.udp.SimPair;
import org.junit.jupiter.api.Test;

/// Messages of all sizes, both ways, taken back and refused, over a path that loses one datagram in
/// twenty.
class UdpMessagesTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long SEED = 7;

    private final DatagramWorld world = new DatagramWorld(SEED);
    private final DatagramLink there =
            new DatagramLink(world, 12.5e6, 20 * MILLI).setBuffer(500_000).setLoss(0.05);
    private final DatagramLink back =
            new DatagramLink(world, 12.5e6, 20 * MILLI).setBuffer(500_000).setLoss(0.05);
    private final Inbound atA = new Inbound();
    private final Inbound atB = new Inbound();
    private final Map<Long, byte[]> fromA = new HashMap<>();
    private final Map<Long, byte[]> fromB = new HashMap<>();
    private final UdpSettings settings =
            UdpSettings.DEFAULT.withMaxDatagramBytes(1_472).withWindows(4 << 20, 8 << 20);
    private final SimPair pair = new SimPair(world, settings, there, back, source(fromA), atA, source(fromB), atB);
    private final UdpConnection a = pair.a().connection();
    private final UdpConnection b = pair.b().connection();
    private final List<UdpEvent> eventsOfA = new ArrayList<>();
    private final List<UdpEvent> eventsOfB = new ArrayList<>();

    UdpMessagesTest() {
        atA.owner = pair::a;
        atB.owner = pair::b;
        pair.a().listen(eventsOfA::add);
        pair.b().listen(eventsOfB::add);
    }

    /// What came, put together.
    private static final class Inbound implements MessageSink {
        private final KeptMessages messages = new KeptMessages();
        private java.util.function.Supplier<org.fastsend.core.sim.udp.SimEnd> owner;
        private long withheld;
        private boolean hold;

        @Override
        public void write(long id, int messageLength, int offset, byte[] bytes, int from, int length) {
            messages.write(id, messageLength, offset, bytes, from, length);
            if (hold) {
                withheld += length;
            } else {
                owner.get().connection().release(length, owner.get().localNanos());
            }
        }

        @Override
        public void readBack(long id, int offset, byte[] into, int length) {
            messages.readBack(id, offset, into, length);
        }
    }

    @Test
    void messagesOfAllSizesArriveAsTheyWereBothWays() {
        Random random = new Random(SEED);
        for (int i = 0; i < 60; i++) {
            offer(a, fromA, 1 + random.nextInt(i % 3 == 0 ? 300_000 : 3_000), i % 5 == 0);
            offer(b, fromB, 1 + random.nextInt(i % 3 == 0 ? 300_000 : 3_000), i % 5 == 0);
        }
        wake();
        assertTrue(world.runUntil(() -> delivered(eventsOfA) == 60 && delivered(eventsOfB) == 60, 20 * SECOND));
        fromA.forEach((id, bytes) -> assertArrayEquals(bytes, atB.messages.get(id)));
        fromB.forEach((id, bytes) -> assertArrayEquals(bytes, atA.messages.get(id)));
        assertEquals(60, received(eventsOfA));
        assertEquals(60, received(eventsOfB));
    }

    @Test
    void aSmallUrgentMessageDoesNotWaitBehindLargeOnes() {
        offer(a, fromA, 7_900_000, false);
        wake();
        world.runTo(SECOND / 3);
        long urgent = offer(a, fromA, 100, true);
        wake();
        boolean soon = world.runUntil(
                () -> eventsOfB.contains(new UdpEvent.Received(urgent, 100)), world.nowNanos() + SECOND / 2);
        assertTrue(soon);
        assertFalse(eventsOfB.contains(new UdpEvent.Received(0, 7_900_000)));
    }

    @Test
    void aMessageTakenBackIsForgottenByBothEnds() {
        long large = offer(a, fromA, 7_000_000, false);
        wake();
        world.runTo(SECOND / 2);
        a.cancel(large, pair.a().localNanos());
        long next = offer(a, fromA, 1_000_000, false);
        wake();
        assertTrue(world.runUntil(() -> eventsOfA.contains(new UdpEvent.Delivered(next)), 10 * SECOND));
        assertTrue(eventsOfB.contains(new UdpEvent.Withdrawn(large)));
        assertTrue(world.runUntil(() -> a.offerRoomBytes() > 7_000_000, 12 * SECOND));
        assertFalse(eventsOfB.contains(new UdpEvent.Received(large, 7_000_000)));
    }

    @Test
    void aMessageThatIsRefusedIsSentNoMore() {
        long large = offer(a, fromA, 7_000_000, false);
        wake();
        world.runTo(SECOND / 2);
        b.refuse(large, pair.b().localNanos());
        pair.b().wake();
        assertTrue(world.runUntil(() -> eventsOfA.contains(new UdpEvent.Refused(large)), 5 * SECOND));
        long next = offer(a, fromA, 2_000_000, false);
        wake();
        assertTrue(world.runUntil(() -> eventsOfA.contains(new UdpEvent.Delivered(next)), 10 * SECOND));
        assertTrue(a.statistics().sentDataBytes() < 9_000_000);
    }

    @Test
    void aReceiverThatDealsWithNothingStopsTheSenderAtItsWindow() {
        atB.hold = true;
        offer(a, fromA, 8_000_000, false);
        wake();
        world.runTo(10 * SECOND);
        assertTrue(b.statistics().receivedDataBytes() > 1 << 20);
        assertTrue(b.statistics().receivedDataBytes() <= 4 << 20);
        atB.hold = false;
        b.release(atB.withheld, pair.b().localNanos());
        wake();
        assertTrue(world.runUntil(() -> delivered(eventsOfA) == 1, 20 * SECOND));
        assertArrayEquals(fromA.get(0L), atB.messages.get(0L));
    }

    @Test
    void noMoreIsTakenOnThanTheBoundAllowsButAnyOneMessage() {
        assertTrue(a.offerRoomBytes() >= 8 << 20);
        offer(a, fromA, 8 << 20, false);
        assertEquals(0, a.offerRoomBytes());
    }

    @Test
    void whatWaitsToBeSentIsKnownWhateverBecomesOfIt() {
        long large = offer(a, fromA, 6_000_000, false);
        offer(a, fromA, 1_000_000, false);
        assertEquals(7_000_000, a.unsentBytes());
        wake();
        world.runTo(SECOND / 2);
        assertTrue(a.unsentBytes() > 1_000_000 && a.unsentBytes() < 7_000_000);
        a.cancel(large, pair.a().localNanos());
        assertEquals(1_000_000, a.unsentBytes());
        wake();
        assertTrue(world.runUntil(() -> delivered(eventsOfA) == 1, 20 * SECOND));
        assertEquals(0, a.unsentBytes());
    }

    private long offer(UdpConnection by, Map<Long, byte[]> messages, int length, boolean urgent) {
        long id = by.offer(length, urgent, 0);
        byte[] bytes = new byte[length];
        new Random(id).nextBytes(bytes);
        messages.put(id, bytes);
        return id;
    }

    private void wake() {
        pair.a().wake();
        pair.b().wake();
    }

    private static long delivered(List<UdpEvent> events) {
        return events.stream().filter(UdpEvent.Delivered.class::isInstance).count();
    }

    private static long received(List<UdpEvent> events) {
        return events.stream().filter(UdpEvent.Received.class::isInstance).count();
    }

    private static MessageSource source(Map<Long, byte[]> messages) {
        return (id, offset, into, at, length) -> System.arraycopy(messages.get(id), offset, into, at, length);
    }
}
