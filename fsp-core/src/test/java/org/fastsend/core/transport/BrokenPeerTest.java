package org.fastsend.core.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Random;
import org.fastsend.core.bytes.VarInt;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.seal.DatagramCipher;
import org.fastsend.core.sim.Seeds;
import org.fastsend.core.sim.udp.KeptMessages;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A peer that holds the keys and breaks the protocol: the connection ends, and nothing else happens.
class BrokenPeerTest {
    private static final InetSocketAddress PEER = InetSocketAddress.createUnresolved("peer", 1);
    private static final byte[] EXPORTED = new byte[UdpSecrets.EXPORTED_BYTES];
    private static final long U32 = 0xffff_ffffL;
    private static final long U48 = 0xffff_ffff_ffffL;

    private final UdpConnection connection = connection(Side.ACCEPTOR, null);
    private final DatagramCipher cipher = new DatagramCipher(new UdpSecrets(Side.INITIATOR, EXPORTED).sendingKey());
    private long number;
    private long nowNanos;

    @Test
    void whateverFramesComeTheConnectionHoldsOrEnds() {
        Seeds.each(300, seed -> {
            BrokenPeerTest one = new BrokenPeerTest();
            Random random = new Random(seed);
            one.hello();
            for (int i = 0; i < 30 && !one.connection.isClosed(); i++) {
                byte[] frames = new byte[1 + random.nextInt(200)];
                random.nextBytes(frames);
                frames[0] = (byte) random.nextInt(12);
                one.deliver(Opening.VERSION, frames);
            }
            assertEquals(0, one.connection.statistics().droppedDatagrams().total());
        });
    }

    @Test
    void whateverReportsClaimTheConnectionSendsOnOrEnds() {
        Seeds.each(300, seed -> {
            BrokenPeerTest one = new BrokenPeerTest();
            Random random = new Random(seed);
            one.hello();
            one.connection.offer(1 << 20, false, 0);
            DatagramBurst burst = new DatagramBurst();
            for (int i = 1; i < 100 && !one.connection.isClosed(); i++) {
                one.nowNanos += random.nextInt(20) * 1_000_000L;
                one.deliver(Opening.VERSION, report(i, random));
                int bursts = 0;
                while (one.connection.pollTransmit(burst, one.nowNanos)) {
                    assertTrue(++bursts < 1_000, "it sends without end");
                }
                long deadline = one.connection.nextDeadlineNanos();
                assertTrue(deadline > one.nowNanos, () -> "it is due again at once, at " + deadline);
                one.connection.handleTimer(one.nowNanos);
            }
            assertEquals(Optional.empty(), one.closed());
        });
    }

    @Test
    void aRoundTripOfMinutesOrYearsKeepsNoConnection() {
        for (long seconds : new long[] {50, 1_000, 100_000_000}) {
            BrokenPeerTest one = new BrokenPeerTest();
            one.hello();
            ByteBuffer report = ByteBuffer.allocate(200).put(FrameType.REPORT);
            VarInt.write(1, report);
            VarInt.write(-seconds * 1_000_000 & U48, report); // echo
            VarInt.write(0, report); // its delay
            VarInt.write(1, report); // arrivals
            report.put(new byte[9]); // delays, counters, end, segments
            one.deliver(Opening.VERSION, written(report));
            assertTrue(seconds > 60 || one.connection.statistics().smoothedRttNanos() > 0, "it was not understood");
            one.connection.close(CloseReason.DONE, "", 0);
            DatagramBurst burst = new DatagramBurst();
            for (int sends = 0; !one.connection.isClosed(); sends++) {
                assertTrue(sends < 100 && one.nowNanos < 10_000_000_000L, "it is not over at " + one.nowNanos);
                one.connection.handleTimer(one.nowNanos);
                while (one.connection.pollTransmit(burst, one.nowNanos)) {
                    assertTrue(burst.length() > 0);
                }
                one.nowNanos = Math.max(one.nowNanos, one.connection.nextDeadlineNanos());
            }
        }
    }

    /// Of nothing that was sent, and what a clock or a counter may show.
    private static byte[] report(int number, Random random) {
        ByteBuffer report = reportHead(number, random);
        VarInt.write(0, report); // end of what came
        report.put((byte) 0); // segments
        return written(report);
    }

    private static byte[] written(ByteBuffer frames) {
        byte[] bytes = new byte[frames.position()];
        frames.get(0, bytes);
        return bytes;
    }

    private static ByteBuffer reportHead(int number, Random random) {
        ByteBuffer report = ByteBuffer.allocate(200).put(FrameType.REPORT);
        VarInt.write(number, report);
        VarInt.write(any(random) & U48, report); // echo
        VarInt.write(any(random) & U48, report); // its delay
        VarInt.write(any(random) & U32, report); // arrivals
        for (int delays = 0; delays < 3; delays++) {
            VarInt.write(any(random) & U48, report);
        }
        for (int counters = 0; counters < 4; counters++) {
            VarInt.write(any(random) & Long.MAX_VALUE, report);
        }
        return report;
    }

    private static long any(Random random) {
        long[] telling = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 47, 1L << 31, -(1L << 47)};
        return random.nextBoolean() ? telling[random.nextInt(telling.length)] : random.nextLong() >> random.nextInt(64);
    }

    @Test
    void aMessageBeyondTheWindowEndsTheConnection() {
        hello();
        for (int offset = 0; offset < 2_000_000; offset += 1_000) {
            range(0, 2_000_000, offset, 1_000);
        }
        assertEquals(Optional.of(CloseReason.PROTOCOL), closed());
        assertTrue(connection.statistics().receivedDataBytes() < 1_500_000);
    }

    @Test
    void aMessageFarAheadOfTheOthersEndsTheConnection() {
        hello();
        range(OutgoingMessages.MAX_OPEN, 10, 0, 10);
        assertEquals(Optional.of(CloseReason.PROTOCOL), closed());
    }

    @Test
    void aRangeOutsideItsMessageEndsTheConnection() {
        hello();
        range(0, 10, 5, 6);
        assertEquals(Optional.of(CloseReason.PROTOCOL), closed());
    }

    /// Whoever is on the way may keep every hello back, and send one datagram of the peer's again and again.
    @Test
    void whatComesBeforeTheHelloDoesNotKeepAConnectionWaiting() {
        UdpConnection initiator = connection(Side.INITIATOR, PEER);
        DatagramCipher peers = new DatagramCipher(new UdpSecrets(Side.ACCEPTOR, EXPORTED).sendingKey());
        initiator.pollTransmit(new DatagramBurst(), 0);
        long idleNanos = UdpSettings.DEFAULT.idleTimeoutNanos();
        byte[] caught = sealed(peers, Opening.VERSION, new byte[] {FrameType.PADDING}, 0);
        for (long now = 0; now <= idleNanos; now += idleNanos / 4) {
            initiator.handleDatagram(caught.clone(), 0, caught.length, PEER, now);
            initiator.handleTimer(now);
        }
        assertEquals(5, initiator.statistics().receivedDatagrams());
        assertEquals(Optional.of(CloseReason.SILENCE), closed(initiator));
    }

    @Test
    void aMessageInCrumbsEndsTheConnection() {
        hello();
        for (int offset = 0; offset < 20_000; offset += 2) {
            range(0, 20_000, offset, 1);
        }
        assertEquals(Optional.of(CloseReason.PROTOCOL), closed());
    }

    @Test
    void aWindowWithoutEndStopsNothing() {
        ByteBuffer hello = ByteBuffer.allocate(1_100);
        hello.put(FrameType.HELLO).put((byte) 1).put((byte) Opening.VERSION);
        hello.putShort((short) 1_472).putLong(Long.MAX_VALUE);
        deliver(DatagramHeader.OPENING_VERSION, hello.array());
        connection.offer(100, true, 0);
        DatagramBurst burst = new DatagramBurst();
        while (connection.statistics().sentDataBytes() == 0) {
            nowNanos += 1_000_000;
            assertTrue(nowNanos < 1_000_000_000, "the message does not leave");
            deliver(Opening.VERSION, new byte[] {FrameType.PADDING});
            while (connection.pollTransmit(burst, nowNanos)) {
                assertTrue(burst.length() > 0);
            }
        }
    }

    @Test
    void repairsOfNothingThatGrowsHaveNoEffect() {
        hello();
        repair(0, 0, 1, 1_000);
        range(1, 5_000, 0, 1_000);
        range(1, 5_000, 1_000, 1_000);
        assertEquals(1_000, connection.statistics().duplicateDataBytes());
        assertEquals(Optional.empty(), closed());
    }

    @Test
    void aRepairBehindItsMessageEndsTheConnection() {
        hello();
        range(0, 5_000, 0, 1_000);
        repair(0, 5_000, 1, 1_000);
        assertEquals(Optional.of(CloseReason.PROTOCOL), closed());
    }

    @Test
    void repairsOfTinyPiecesEndTheConnection() {
        hello();
        range(0, 5_000, 0, 1_000);
        repair(0, 0, 1, IncomingRepairs.MIN_PIECE_BYTES - 1);
        assertEquals(Optional.of(CloseReason.PROTOCOL), closed());
    }

    @Test
    void noMoreRepairsAreHeldThanMayBe() {
        hello();
        int repairs = 3 * IncomingRepairs.MAX_HELD_BYTES / 1_000;
        for (int i = 0; i < repairs; i++) {
            range(i, 3_000, 0, 10);
            repair(i, 0, i, 1_000);
        }
        assertEquals(repairs * 1_000L, connection.statistics().duplicateDataBytes() + heldBytes());
        assertEquals(Optional.empty(), closed());
    }

    private static long heldBytes() {
        return IncomingRepairs.MAX_HELD_BYTES / 1_000 * 1_000L;
    }

    @Test
    void aMessageThatCameWholeBeforeItWasSentEndsTheConnection() {
        hello();
        connection.offer(1 << 20, false, 0);
        ByteBuffer whole = ByteBuffer.allocate(9).put(FrameType.WHOLE).putInt(0).putInt(0);
        deliver(Opening.VERSION, whole.array());
        assertEquals(Optional.of(CloseReason.PROTOCOL), closed());
    }

    private void repair(int message, int from, int which, int bytes) {
        ByteBuffer frame = ByteBuffer.allocate(13 + bytes);
        frame.put(FrameType.REPAIR).putInt(message).putInt(from).putInt(which);
        deliver(Opening.VERSION, frame.array());
    }

    @Test
    void aReportOfPacketsNeverSentEndsTheConnection() {
        hello();
        ByteBuffer report = reportHead(1, new Random(1));
        VarInt.write(1_000, report); // end of what came
        report.put((byte) 0);
        deliver(Opening.VERSION, written(report));
        assertEquals(Optional.of(CloseReason.PROTOCOL), closed());
    }

    @Test
    void endsWithoutACommonVersionPart() {
        deliver(
                DatagramHeader.OPENING_VERSION,
                ByteBuffer.allocate(100)
                        .put(FrameType.HELLO)
                        .put((byte) 1)
                        .put((byte) 9)
                        .putShort((short) 1_472)
                        .putLong(1 << 20)
                        .array());
        assertEquals(Optional.of(CloseReason.VERSION), closed());
    }

    private void range(int message, int messageLength, int offset, int length) {
        ByteBuffer frame = ByteBuffer.allocate(13 + length);
        frame.put(FrameType.MESSAGE).putInt(message).putInt(messageLength).putInt(offset);
        deliver(Opening.VERSION, frame.array());
    }

    private void hello() {
        ByteBuffer hello = ByteBuffer.allocate(1_100);
        hello.put(FrameType.HELLO).put((byte) 1).put((byte) Opening.VERSION);
        hello.putShort((short) 1_472).putLong(1 << 20);
        deliver(DatagramHeader.OPENING_VERSION, hello.array());
        connection.pollTransmit(new DatagramBurst(), 0);
    }

    private void deliver(int version, byte[] frames) {
        byte[] datagram = sealed(cipher, version, frames, number++);
        connection.handleDatagram(datagram, 0, datagram.length, PEER, nowNanos);
    }

    private static byte[] sealed(DatagramCipher cipher, int version, byte[] frames, long number) {
        int body = DatagramHeader.PROLOGUE_BYTES + frames.length;
        int length = DatagramHeader.BYTES + body + DatagramCipher.TAG_BYTES;
        ByteBuffer out = ByteBuffer.allocate(length);
        DatagramHeader.write(out, 0, version, true, length, 0, number);
        DatagramHeader.writePrologue(out, 0, 0, 0, 0);
        out.put(DatagramHeader.BYTES + DatagramHeader.PROLOGUE_BYTES, frames);
        cipher.seal(number, out.array(), 0, DatagramHeader.BYTES, body, true);
        return out.array();
    }

    private Optional<CloseReason> closed() {
        return closed(connection);
    }

    private static Optional<CloseReason> closed(UdpConnection connection) {
        for (Optional<UdpEvent> e = connection.pollEvent(); e.isPresent(); e = connection.pollEvent()) {
            if (e.get() instanceof UdpEvent.Closed closed) {
                return Optional.of(closed.reason());
            }
        }
        return Optional.empty();
    }

    private static UdpConnection connection(Side side, @Nullable InetSocketAddress peer) {
        return new UdpConnection(
                new UdpSecrets(side, EXPORTED),
                UdpSettings.DEFAULT.withWindows(1 << 20, 1 << 20),
                peer,
                Algorithm.FSP.controller(RateSettings.UNBOUNDED, 1_500, 0),
                (id, offset, into, at, length) -> {},
                new KeptMessages(),
                1,
                0);
    }
}
