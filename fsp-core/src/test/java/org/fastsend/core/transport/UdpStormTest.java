package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.fastsend.core.sim.Seeds;
import org.fastsend.core.sim.udp.DatagramLink;
import org.fastsend.core.sim.udp.DatagramWorld;
import org.fastsend.core.sim.udp.SimEnd;
import org.fastsend.core.sim.udp.SimPair;
import org.junit.jupiter.api.Test;

/// Two ends over a path that loses, delays, repeats and swallows, that goes down and changes, while both offer, take
/// back, refuse and let wait. Every message that somebody still wants comes whole, and afterwards both ends may send a
/// full window again. `-Dfsp.storms=N` runs so many seeds.
class UdpStormTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int STEPS = 60;
    private static final int[] DATAGRAMS = {1_200, 1_472, 8_952, 60_000};

    @Test
    void whatIsWantedArrivesWholeAndAllCreditComesBack() {
        Seeds.each(Integer.getInteger("fsp.storms", 8), seed -> new Storm(seed).run());
    }

    /// 10 Gbit/s over 300 ms, and a window for it.
    @Test
    void aLongFatPathLosesNoCreditEither() {
        Seeds.each(
                Integer.getInteger("fsp.fat.storms", 1), seed -> new Storm(seed, 1.25e9, 150 * MILLI, 512 << 20).run());
    }

    private static final class Storm {
        private final Random random;
        private final DatagramWorld world;
        private final DatagramLink there;
        private final DatagramLink back;
        private final SimPair pair;
        private final Half a;
        private final Half b;
        private final long window;
        private final int longest;
        private final int stepMillis;
        private final boolean aMoves;

        Storm(long seed) {
            this(seed, new Random(seed));
        }

        private Storm(long seed, Random first) {
            this(
                    seed,
                    Math.pow(10, 5.5 + 3 * first.nextDouble()),
                    (long) (Math.pow(10, 2 * first.nextDouble()) * MILLI),
                    1L << (17 + first.nextInt(7)),
                    false);
        }

        Storm(long seed, double bytesPerSecond, long delayNanos, long window) {
            this(seed, bytesPerSecond, delayNanos, window, true);
        }

        private Storm(long seed, double bytesPerSecond, long delayNanos, long window, boolean fat) {
            this.random = new Random(~seed);
            this.world = new DatagramWorld(seed);
            this.window = window;
            this.there = link(bytesPerSecond, delayNanos);
            this.back = link(bytesPerSecond * (fat || random.nextBoolean() ? 1 : 0.1), delayNanos);
            this.a = new Half(1);
            this.b = new Half(2);
            int datagramBytes = fat ? 8_952 : DATAGRAMS[random.nextInt(DATAGRAMS.length)];
            UdpSettings settings = UdpSettings.DEFAULT
                    .withMaxDatagramBytes(datagramBytes)
                    .withWindows(window, window)
                    .withEncrypted(random.nextBoolean());
            this.pair = new SimPair(world, settings, there, back, a, a, b, b);
            a.begin(pair.a(), b, fat);
            b.begin(pair.b(), a, fat);
            this.longest = fat ? 32 << 20 : Math.min((int) window, (int) (bytesPerSecond / 4) + 3_000);
            this.stepMillis = fat ? 100 : 500;
            this.aMoves = random.nextBoolean();
        }

        private DatagramLink link(double bytesPerSecond, long delayNanos) {
            long buffer = (long) (bytesPerSecond * (0.005 + random.nextDouble() * 0.3));
            return new DatagramLink(world, bytesPerSecond, delayNanos).setBuffer(Math.max(64_000, buffer));
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                weather();
                act(a);
                act(b);
                wake();
                world.runTo(world.nowNanos() + 1 + random.nextInt(stepMillis) * MILLI);
            }
            calm();
            settles();
            fullWindow(a, b);
            fullWindow(b, a);
            until(
                    () -> a.inflight() == 0 && b.inflight() == 0,
                    30,
                    () -> "in flight: " + a.inflight() + ", " + b.inflight());
        }

        private void weather() {
            for (DatagramLink link : List.of(there, back)) {
                link.setDown(random.nextInt(15) == 0);
                link.setLoss(random.nextInt(3) == 0 ? 0.2 * random.nextDouble() : 0.01);
                link.setDuplicate(random.nextInt(3) == 0 ? 0.1 * random.nextDouble() : 0);
                link.setReorder(random.nextInt(3) == 0 ? 0.3 * random.nextDouble() : 0.001, (long)
                        (Math.pow(10, 3 * random.nextDouble()) * MILLI));
                link.setMtu(random.nextInt(10) == 0 ? 1_300 + random.nextInt(8_000) : 70_000);
                if (random.nextInt(20) == 0) {
                    link.dropNext(1 + random.nextInt(200));
                }
            }
            if (random.nextInt(10) == 0 && a.opened && b.opened) {
                SimEnd moving = aMoves ? pair.a() : pair.b();
                moving.moveTo(InetSocketAddress.createUnresolved("elsewhere", 1 + random.nextInt(60_000)));
            }
        }

        private void act(Half half) {
            int offers = random.nextInt(4);
            for (int i = 0; i < offers; i++) {
                boolean urgent = random.nextInt(4) == 0;
                int most = urgent ? Math.min(longest, 3_000) : longest;
                half.offer(1 + (int) (most * Math.pow(random.nextDouble(), 3)), urgent);
            }
            if (random.nextInt(3) == 0) {
                half.cancelOne(random);
            }
            if (random.nextInt(5) == 0) {
                half.refuseOne(random);
            }
            half.holding = random.nextInt(3) == 0;
            if (!half.holding) {
                half.releaseAll();
            }
        }

        private void calm() {
            for (DatagramLink link : List.of(there, back)) {
                link.setDown(false);
                link.dropNext(0);
                link.setLoss(0.01);
                link.setDuplicate(0.01);
                link.setReorder(0.001, MILLI);
                link.setMtu(70_000);
            }
            for (Half half : List.of(a, b)) {
                half.holding = false;
                half.releaseAll();
            }
            wake();
        }

        private void settles() {
            until(() -> a.isSettled() && b.isSettled(), 3_000, () -> "unsettled: " + a + ", " + b);
            a.check();
            b.check();
        }

        /// No window is left but a full one if not a byte of it was forgotten.
        private void fullWindow(Half from, Half to) {
            to.holding = true;
            int id = from.offer((int) window, false);
            wake();
            until(() -> from.delivered.contains((long) id), 3_000, () -> "a full window is stuck: " + from + ", " + to);
            to.holding = false;
            to.releaseAll();
            wake();
        }

        private void until(BooleanSupplier done, int seconds, java.util.function.Supplier<String> why) {
            boolean is = world.runUntil(done, world.nowNanos() + seconds * SECOND);
            assertTrue(is, why);
        }

        private void wake() {
            pair.a().wake();
            pair.b().wake();
        }
    }

    /// What one end sends and takes.
    private static final class Half implements MessageSource, MessageSink {
        private final int salt;
        private final List<Integer> lengths = new ArrayList<>();
        private final Set<Long> delivered = new HashSet<>();
        private final Set<Long> cancelled = new HashSet<>();
        private final Set<Long> refusedThere = new HashSet<>();
        private final Map<Long, Arriving> arriving = new HashMap<>();
        private final Set<Long> received = new HashSet<>();
        private final Set<Long> refusedHere = new HashSet<>();
        private SimEnd end;
        private Half peer;
        private boolean blank;
        private boolean opened;
        private boolean holding;

        private static final class Arriving {
            private final BitSet bytes = new BitSet();
            private long count;
            private long held;
        }

        Half(int salt) {
            this.salt = salt;
        }

        void begin(SimEnd itsEnd, Half itsPeer, boolean isBlank) {
            end = itsEnd;
            peer = itsPeer;
            blank = isBlank;
            end.listen(this::hear);
        }

        int offer(int length, boolean urgent) {
            lengths.add(length);
            long id = end.connection().offer(length, urgent, end.localNanos());
            assertEquals(lengths.size() - 1, id);
            return (int) id;
        }

        void cancelOne(Random random) {
            if (!lengths.isEmpty()) {
                long id = Math.max(0, lengths.size() - 1 - random.nextInt(8));
                if (!delivered.contains(id)) {
                    cancelled.add(id);
                    end.connection().cancel(id, end.localNanos());
                }
            }
        }

        void refuseOne(Random random) {
            if (!peer.lengths.isEmpty()) {
                long id = Math.max(0, peer.lengths.size() - 1 - random.nextInt(8));
                if (!received.contains(id)) {
                    refusedHere.add(id);
                    end.connection().refuse(id, end.localNanos());
                    release(arriving.remove(id));
                }
            }
        }

        void releaseAll() {
            arriving.values().forEach(this::release);
        }

        private void release(Arriving message) {
            if (message != null && message.held > 0) {
                end.connection().release(message.held, end.localNanos());
                message.held = 0;
            }
        }

        long inflight() {
            return end.connection().statistics().inflightBytes();
        }

        boolean isSettled() {
            return end.connection().offerRoomBytes() >= Integer.MAX_VALUE;
        }

        /// Each message that nobody gave up is whole at the other end.
        void check() {
            for (long id = 0; id < lengths.size(); id++) {
                long which = id;
                if (delivered.contains(id)) {
                    assertTrue(
                            peer.received.contains(id) || peer.refusedHere.contains(id), () -> which + " did not come");
                } else {
                    assertTrue(cancelled.contains(id) || refusedThere.contains(id), () -> which + " was forgotten");
                }
            }
        }

        private void hear(UdpEvent event) {
            switch (event) {
                case UdpEvent.Delivered(long id) -> assertTrue(delivered.add(id));
                case UdpEvent.Received(long id, int length) -> {
                    Arriving message = arriving.get(id);
                    assertNotNull(message);
                    assertEquals(length, message.count);
                    assertEquals(peer.lengths.get((int) id), length);
                    assertFalse(refusedHere.contains(id));
                    assertTrue(received.add(id));
                }
                case UdpEvent.Refused(long id) -> {
                    assertTrue(peer.refusedHere.contains(id));
                    assertTrue(refusedThere.add(id));
                }
                case UdpEvent.Withdrawn(long id) -> {
                    assertTrue(peer.cancelled.contains(id));
                    assertFalse(received.contains(id));
                    release(arriving.remove(id));
                }
                case UdpEvent.Opened _ -> opened = true;
                case UdpEvent.Closed closed -> throw new AssertionError(closed + " at " + this + "; " + peer);
                default -> {} // of no matter here
            }
        }

        @Override
        public void read(long id, int offset, byte[] into, int at, int length) {
            assertFalse(delivered.contains(id) || cancelled.contains(id), "read though nobody wants it");
            for (int i = 0; i < length; i++) {
                into[at + i] = blank ? 0 : content(salt, id, offset + i);
            }
        }

        @Override
        public void write(long id, int messageLength, int offset, byte[] bytes, int from, int length) {
            assertEquals(peer.lengths.get((int) id), messageLength);
            assertFalse(refusedHere.contains(id) || received.contains(id), "written though over");
            Arriving message = arriving.computeIfAbsent(id, any -> new Arriving());
            int next = message.bytes.nextSetBit(offset);
            assertTrue(next < 0 || next >= offset + length, "written twice");
            message.bytes.set(offset, offset + length);
            message.count += length;
            for (int i = 0; i < length && !blank; i++) {
                assertEquals(content(peer.salt, id, offset + i), bytes[from + i]);
            }
            if (holding) {
                message.held += length;
            } else {
                end.connection().release(length, end.localNanos());
            }
        }

        @Override
        public void readBack(long id, int offset, byte[] into, int length) {
            assertFalse(refusedHere.contains(id) || received.contains(id), "read though over");
            BitSet came = arriving.get(id).bytes;
            for (int i = 0; i < length; i++) {
                boolean has = came.get(offset + i) && !blank;
                into[i] = has ? content(peer.salt, id, offset + i) : 0;
            }
        }

        private static byte content(int salt, long id, int offset) {
            return (byte) (salt * 101L + id * 31 + offset * 7L + (offset >> 8) * 13L);
        }

        @Override
        public String toString() {
            return lengths.size() + " offered, " + delivered.size() + " delivered, " + cancelled.size() + " cancelled, "
                    + refusedThere.size() + " refused; " + end.connection().statistics();
        }
    }
}
