package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.fastsend.core.sim.udp.DatagramLink;
import org.fastsend.core.sim.udp.DatagramWorld;
import org.fastsend.core.sim.udp.KeptMessages;
import org.fastsend.core.sim.udp.SimPair;
import org.junit.jupiter.api.Test;

/// The end of a transfer over 100 Mbit/s and 300 ms that lose one datagram in a hundred: what is lost of the last
/// flight comes back without another round trip.
class RepairsTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long RTT = 300 * MILLI;
    private static final int MESSAGES = 20;
    private static final int BYTES = 1 << 20;

    private final DatagramWorld world = new DatagramWorld(3);
    private final DatagramLink there = link().setLoss(0.01);
    private final Map<Long, byte[]> sent = new HashMap<>();
    private final KeptMessages came = new KeptMessages();
    private final SimPair pair = new SimPair(
            world,
            UdpSettings.DEFAULT.withMaxDatagramBytes(1_472),
            there,
            link(),
            (id, offset, into, at, length) -> System.arraycopy(sent.get(id), offset, into, at, length),
            new KeptMessages(),
            (id, offset, into, at, length) -> {},
            came);
    private long newestSentNanos;
    private long wholeNanos;
    private long knownNanos;
    private int whole;
    private int known;

    private DatagramLink link() {
        return new DatagramLink(world, 12.5e6, RTT / 2).setBuffer(600_000);
    }

    private UdpStatistics atSender() {
        return pair.a().connection().statistics();
    }

    private UdpStatistics atReceiver() {
        return pair.b().connection().statistics();
    }

    private void transfer() {
        Random random = new Random(5);
        for (long id = 0; id < MESSAGES; id++) {
            byte[] bytes = new byte[BYTES];
            random.nextBytes(bytes);
            sent.put(id, bytes);
            pair.a().connection().offer(BYTES, false, pair.a().localNanos());
        }
        pair.a().listen(event -> {
            known += event instanceof UdpEvent.Delivered ? 1 : 0;
            knownNanos = world.nowNanos();
        });
        pair.b().listen(event -> {
            whole += event instanceof UdpEvent.Received ? 1 : 0;
            wholeNanos = world.nowNanos();
        });
        pair.a().wake();
        assertTrue(world.runUntil(this::isSentOnce, 30 * SECOND));
        newestSentNanos = world.nowNanos();
        assertTrue(world.runUntil(() -> whole == MESSAGES && known == MESSAGES, 60 * SECOND));
        sent.forEach((id, bytes) -> assertArrayEquals(bytes, came.get(id)));
    }

    private boolean isSentOnce() {
        return atSender().sentDataBytes() - atSender().resentDataBytes() == (long) MESSAGES * BYTES;
    }

    @Test
    void theLastFlightIsWholeAsSoonAsItHasArrived() {
        transfer();
        assertTrue(wholeNanos - newestSentNanos < RTT / 2 + 60 * MILLI, (wholeNanos - newestSentNanos) + " ns");
        assertTrue(knownNanos - newestSentNanos < RTT + 60 * MILLI, (knownNanos - newestSentNanos) + " ns");
    }

    @Test
    void whatRepairsBringBackIsNotSentAgain() {
        transfer();
        assertTrue(
                atSender().resentRanges() < atSender().lostDatagrams(),
                atSender().toString());
        assertTrue(
                atReceiver().duplicateDataBytes() < 0.01 * MESSAGES * BYTES,
                atReceiver().toString());
        assertTrue(
                atSender().resentDataBytes() < 0.02 * MESSAGES * BYTES,
                atSender().toString());
    }

    @Test
    void whereRepairsAreLostTooTheRestIsSentAgain() {
        world.at(MILLI, this::loseRepairs);
        transfer();
        assertTrue(wholeNanos - newestSentNanos > RTT, "it takes another round trip");
    }

    /// From the first repair on, all that are sent of them.
    private void loseRepairs() {
        if (atSender().sentRepairs() > 0) {
            there.dropNext(200);
        } else {
            world.at(world.nowNanos() + MILLI, this::loseRepairs);
        }
    }
}
