package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.sim.Mutations;
import org.fastsend.core.sim.udp.DatagramLink;
import org.fastsend.core.sim.udp.DatagramWorld;
import org.fastsend.core.sim.udp.SimClock;
import org.fastsend.core.sim.udp.SimFlow;
import org.junit.jupiter.api.Test;

/// Whoever is not the peer can do nothing to a connection.
class HostileDatagramTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long SEED = 20_261;
    private static final InetSocketAddress ATTACKER = InetSocketAddress.createUnresolved("attacker", 6_666);

    private final Random random = new Random(SEED);
    private final DatagramWorld world = new DatagramWorld(SEED);
    private final DatagramLink forward = new DatagramLink(world, 12.5e6, 5 * MILLI);
    private final DatagramLink back = new DatagramLink(world, 12.5e6, 5 * MILLI);
    private final SimFlow flow = new SimFlow(world, plan(), List.of(forward), List.of(back));

    @Test
    void damagedAndRandomDatagramsAreDroppedAndCounted() {
        List<byte[]> heard = listen();
        world.runUntil(() -> flow.delivered() == 5, 5 * SECOND);
        UdpConnection receiver = flow.receiver().connection();
        UdpStatistics before = receiver.statistics();
        for (int i = 0; i < 2_000; i++) {
            byte[] bad = Mutations.of(heard.get(random.nextInt(heard.size())), random);
            flow.receiver().inject(bad, ATTACKER);
        }
        UdpStatistics after = receiver.statistics();
        assertEquals(
                2_000,
                after.droppedDatagrams().total() - before.droppedDatagrams().total(),
                "seed " + SEED);
        assertEquals(before.receivedDatagrams(), after.receivedDatagrams());
        assertEquals(before.sentDatagrams(), after.sentDatagrams());
        assertTrue(world.runUntil(() -> flow.delivered() == 10, 10 * SECOND));
    }

    @Test
    void replayedDatagramsAreDroppedAndMoveNothing() {
        List<byte[]> heard = listen();
        world.runUntil(() -> flow.delivered() == 5, 5 * SECOND);
        UdpConnection receiver = flow.receiver().connection();
        long taken = receiver.statistics().receivedDatagrams();
        int replays = Math.min(heard.size() - 2_000, 3_000);
        assertTrue(replays > 0);
        for (byte[] datagram : heard.subList(0, replays)) {
            flow.receiver().inject(datagram, ATTACKER);
        }
        assertEquals(taken, receiver.statistics().receivedDatagrams());
        assertEquals(replays, receiver.statistics().droppedDatagrams().replayed());
        assertTrue(world.runUntil(() -> flow.delivered() == 10, 10 * SECOND));
    }

    @Test
    void anotherConnectionsDatagramsAreForgeries() {
        List<byte[]> foreign = new ArrayList<>();
        SimFlow other = new SimFlow(world, plan(2), List.of(forward), List.of(back));
        other.sender().tap(foreign::add);
        world.runUntil(() -> other.delivered() == 1, 5 * SECOND);
        byte[] own = listenOnce();
        long taken = flow.receiver().connection().statistics().receivedDatagrams();
        for (byte[] datagram : foreign) {
            byte[] disguised = datagram.clone();
            System.arraycopy(own, 3, disguised, 3, Long.BYTES); // the right connection id
            disguised[11] = 1; // a number far ahead
            flow.receiver().inject(disguised, ATTACKER);
        }
        assertEquals(taken, flow.receiver().connection().statistics().receivedDatagrams());
        assertTrue(world.runUntil(() -> flow.delivered() == 10, 10 * SECOND));
    }

    @Test
    void anAddressThatProvedNothingGetsThreeTimesWhatCameFromItAtMost() {
        List<byte[]> hellos = new ArrayList<>();
        flow.sender().tap(hellos::add);
        forward.setDown(true);
        world.runTo(MILLI);
        List<byte[]> answers = new ArrayList<>();
        flow.receiver().tap(answers::add);
        back.setDown(true);
        flow.receiver().inject(hellos.getFirst(), ATTACKER);
        world.runTo(20 * SECOND);
        long sent = answers.stream().mapToLong(a -> a.length).sum();
        assertTrue(sent <= 3L * hellos.getFirst().length, sent + " bytes to an address that proved nothing");
        assertFalse(answers.isEmpty());
    }

    @Test
    void aDatagramCarriedFasterFromElsewhereDoesNotMoveTheConnection() {
        world.runUntil(() -> flow.delivered() == 2, 5 * SECOND);
        List<UdpEvent> moves = new ArrayList<>();
        flow.receiver()
                .listen(event -> moves.addAll(event instanceof UdpEvent.PathChanged ? List.of(event) : List.of()));
        flow.sender().tap(datagram -> flow.receiver().inject(datagram, ATTACKER));
        world.runTo(world.nowNanos() + 20 * MILLI);
        flow.sender().tap(null);
        assertTrue(world.runUntil(() -> flow.delivered() == 10, 10 * SECOND));
        assertEquals(List.of(), moves);
    }

    @Test
    void damagedDatagramsDuringOpeningChangeNothing() {
        flow.sender().tap(datagram -> {
            for (int i = 0; i < 20; i++) {
                flow.receiver().inject(Mutations.of(datagram, random), ATTACKER);
            }
        });
        flow.receiver().tap(datagram -> {
            for (int i = 0; i < 20; i++) {
                flow.sender().inject(Mutations.of(datagram, random), ATTACKER);
            }
        });
        world.runTo(50 * MILLI);
        flow.sender().tap(null);
        flow.receiver().tap(null);
        assertTrue(world.runUntil(() -> flow.delivered() == 10, 10 * SECOND), "seed " + SEED);
    }

    private List<byte[]> listen() {
        List<byte[]> heard = new ArrayList<>();
        flow.sender().tap(heard::add);
        return heard;
    }

    private byte[] listenOnce() {
        List<byte[]> heard = listen();
        world.runUntil(() -> !heard.isEmpty(), 10 * SECOND);
        return heard.getFirst();
    }

    private static SimFlow.Plan plan() {
        return plan(1);
    }

    private static SimFlow.Plan plan(int number) {
        return new SimFlow.Plan(
                number,
                UdpSettings.DEFAULT.withMaxDatagramBytes(1_472),
                (bytes, now) -> Algorithm.FSP.controller(RateSettings.UNBOUNDED, bytes, now),
                SimClock.exact(),
                new SimClock(SECOND, 0),
                1 << 20,
                10);
    }
}
