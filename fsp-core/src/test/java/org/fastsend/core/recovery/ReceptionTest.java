package org.fastsend.core.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.LongPredicate;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.bytes.VarInt;
import org.fastsend.core.congestion.Report;
import org.fastsend.core.sim.Mutations;
import org.fastsend.core.sim.Seeds;
import org.junit.jupiter.api.Test;

/// What the receiver tells is what came, however reports are lost.
class ReceptionTest {
    private static final long MILLI = 1_000_000;
    private static final Reception.Told TOLD = new Reception.Told(0, 0, Long.MAX_VALUE, 0);

    /// Counts what became of packets.
    private static final class Fates implements PacketFate {
        private final Set<Long> delivered = new HashSet<>();
        private final Set<Long> lost = new HashSet<>();

        @Override
        public void delivered(long number, int flags, int message, int offset, int length, boolean late) {
            assertTrue(delivered.add(number), () -> number + " was delivered twice");
        }

        @Override
        public void lost(long number, int flags, int message, int offset, int length) {
            assertTrue(lost.add(number), () -> number + " was lost twice");
        }
    }

    @Test
    void everyPacketIsToldOfOnceAndOnlyWhatIsMissingIsLost() {
        Seeds.each(30, seed -> {
            Random random = new Random(seed);
            double loss = random.nextDouble() * 0.3;
            double reportLoss = random.nextDouble() * 0.5;
            Fates fates = new Fates();
            LossRecovery sender = new LossRecovery(fates);
            Reception receiver = new Reception();
            Set<Long> came = new HashSet<>();
            for (int step = 0; step < 400; step++) {
                long now = step * 5L * MILLI;
                boolean last = step >= 390;
                came.addAll(send(sender, receiver, 20, number -> last || random.nextDouble() >= loss, now));
                report(receiver, sender, random.nextDouble() >= reportLoss || step > 380, now);
            }
            assertTrue(fates.delivered.containsAll(came) && came.containsAll(fates.delivered));
            for (long lost : fates.lost) {
                assertFalse(came.contains(lost), () -> lost + " came and was taken for lost");
            }
            assertEquals(400 * 20 - came.size(), fates.lost.size());
        });
    }

    @Test
    void whatCameAndHowLongItTookAreToldTogetherHoweverManyReportsAreLost() {
        long clockOffset = 1_234_567 * MILLI;
        long delay = 7 * MILLI;
        Seeds.each(10, seed -> {
            Random random = new Random(seed);
            LossRecovery sender = new LossRecovery(new Fates());
            Reception receiver = new Reception();
            long bytes = 0;
            long nanos = 0;
            for (int milli = 1; milli <= 2_000; milli++) {
                long now = milli * MILLI;
                long number = sender.nextNumber();
                sender.sent(1_500, 0, 0, 0, 1_000, now);
                receiver.arrived(number, true, now / 1_000, now + clockOffset);
                boolean heard = milli == 20 || milli > 1_800 || random.nextBoolean();
                if (milli % 20 == 0) {
                    Optional<Report> report = report(receiver, sender, heard, clockOffset, now, delay);
                    bytes +=
                            milli == 20 ? 0 : report.map(Report::deliveredBytes).orElse(0L);
                    nanos += report.map(Report::intervalNanos).orElse(0L);
                }
            }
            assertEquals(1_980 * MILLI, nanos);
            assertEquals(1_980 * 1_500, bytes);
        });
    }

    @Test
    void damagedReportsAreRefusedOrHarmless() {
        Random random = new Random(99);
        for (int i = 0; i < 3_000; i++) {
            LossRecovery sender = new LossRecovery(new Fates());
            Reception receiver = new Reception();
            for (int n = 0; n < 50; n++) {
                sender.sent(1_500, 0, 0, 0, 1_000, 0);
                if (n % 7 != 0) {
                    receiver.arrived(n, true, 0, 0);
                }
            }
            ByteBuffer out = ByteBuffer.allocate(1_000);
            receiver.writeReport(out, TOLD, 0);
            byte[] bad = Mutations.of(java.util.Arrays.copyOf(out.array(), out.position()), random);
            try {
                sender.handleReport(ByteBuffer.wrap(bad), MILLI);
            } catch (MalformedBytesException _) {
                continue; // refused
            }
            assertTrue(sender.inflightBytes() >= 0);
        }
    }

    @Test
    void aReportOfAPathThatLosesNothingIsShort() {
        Reception receiver = new Reception();
        ByteBuffer out = ByteBuffer.allocate(1_200);
        for (int number = 0; number < 4_000_000; number++) {
            receiver.arrived(number, true, number, number * MILLI);
            if (number % 200 == 199) {
                receiver.heard(number / 200 - 5);
                receiver.writeReport(out.clear(), TOLD, number * MILLI);
            }
        }
        int bytes = out.position();
        assertTrue(bytes < 60, () -> bytes + " bytes, two hundred times a second, are much of a slow way back");
    }

    @Test
    void whatOneDatagramHasNoRoomForIsNotCrowdedOutByWhatComesLater() {
        int perInterval = 3_300;
        Fates fates = new Fates();
        LossRecovery sender = new LossRecovery(fates);
        Reception receiver = new Reception();
        Set<Long> came = new HashSet<>();
        for (int interval = 0; interval < 12; interval++) {
            long now = interval * 20L * MILLI;
            came.addAll(send(sender, receiver, perInterval, number -> number % 14 != 0, now));
            boolean heard = interval < 5 || interval > 8;
            for (int reports = 0; receiver.deadlineNanos() <= now; reports++) {
                assertTrue(reports < 4, "they would take the way back");
                report(receiver, sender, heard, 0, now, MILLI);
            }
        }
        came.removeAll(fates.delivered);
        assertEquals(Set.of(), came, "four lost intervals are told by the three reports after them");
    }

    @Test
    void soManyThatComeLateInARowAreToldOfInPieces() throws MalformedBytesException {
        Fates fates = new Fates();
        LossRecovery sender = new LossRecovery(fates);
        Reception receiver = new Reception();
        int count = SegmentCodec.MAX_PACKETS + 10;
        for (int i = 0; i < count; i++) {
            sender.sent(1_500, 0, 0, 0, 1_000, 0);
        }
        receiver.arrived(count - 1, true, 0, 0);
        report(receiver, sender, true, 10 * MILLI);
        for (int number = 0; number < count - 1; number++) {
            receiver.arrived(number, true, 0, 20 * MILLI);
        }
        report(receiver, sender, true, 30 * MILLI);
        assertEquals(count, fates.delivered.size());
    }

    @Test
    void whatCameIsToldWhateverTheClocksSay() throws MalformedBytesException {
        long longAgo = -400L * 24 * 3600 * 1_000 * MILLI;
        for (long begin : new long[] {longAgo, 0, Long.MAX_VALUE - 1_000 * MILLI}) {
            Fates fates = new Fates();
            LossRecovery sender = new LossRecovery(fates);
            Reception receiver = new Reception();
            report(receiver, sender, true, 0, begin, MILLI);
            assertTrue(fates.delivered.isEmpty(), "nothing came yet");
            for (int i = 0; i < 200_000; i++) {
                sender.sent(1_500, 0, 0, 0, 1_000, begin);
                receiver.arrived(i, true, begin / 1_000 - (1L << 47) + 20_000, begin + 10 * MILLI);
                if (i % 100_000 == 99_999) {
                    report(receiver, sender, true, 0, begin, MILLI);
                }
            }
            for (int reports = 0; reports < 100; reports++) {
                report(receiver, sender, true, 0, begin + reports * MILLI, MILLI);
            }
            assertEquals(200_000, fates.delivered.size());
        }
    }

    @Test
    void aReportThatTellsOfPacketsAgainAndAgainIsRefused() {
        LossRecovery sender = new LossRecovery(new Fates());
        for (int i = 0; i < 4_000; i++) {
            sender.sent(1_500, 0, 0, 0, 1_000, 0);
        }
        ByteBuffer report = ByteBuffer.allocate(1_200);
        new ReportHead(1, 0, 0, 0, 0, 0, 0, 0, 0, Long.MAX_VALUE, 0).write(report);
        VarInt.write(4_000, report);
        report.put((byte) 200);
        for (int segment = 0; segment < 200; segment++) {
            VarInt.write(4_000, report);
            VarInt.write(4_000 << 2 | 2, report);
        }
        assertThrows(MalformedBytesException.class, () -> sender.handleReport(report.flip(), 0));
    }

    @Test
    void whoIsNeverToldOfAPacketNoticesBeforeThereIsNoRoomForMore() {
        LossRecovery sender = new LossRecovery(new Fates());
        sender.sent(1_500, 0, 0, 0, 1_000, 0);
        for (int i = 0; i < 2 * SentPackets.MAX_PACKETS && !sender.isOverfull(); i++) {
            sender.sentUntracked(0);
        }
        assertTrue(sender.isOverfull() && sender.isFull());
        sender.sentUntracked(0);
    }

    @Test
    void theWindowOfNumbersKnowsWhatItSawAndTakesOldOnesForSeen() {
        ReceivedPackets packets = new ReceivedPackets();
        Random random = new Random(5);
        Set<Long> seen = new HashSet<>();
        long number = 0;
        for (int i = 0; i < 20_000; i++) {
            number += 1 + random.nextInt(3) + (random.nextInt(1_000) == 0 ? 100_000 : 0);
            packets.add(number);
            seen.add(number);
        }
        for (long at = packets.floor(); at < packets.end(); at++) {
            assertEquals(seen.contains(at), packets.isSeen(at));
        }
        assertTrue(packets.isSeen(packets.floor() - 1));
        assertFalse(packets.isSeen(packets.end()));
    }

    /// Sends so many packets. Returns the numbers of those that came.
    private static Set<Long> send(
            LossRecovery sender, Reception receiver, int packets, LongPredicate comes, long nowNanos) {
        Set<Long> came = new HashSet<>();
        for (int i = 0; i < packets; i++) {
            long number = sender.nextNumber();
            sender.sent(1_500, 0, 0, 0, 1_000, nowNanos);
            if (comes.test(number)) {
                receiver.arrived(number, true, nowNanos / 1_000, nowNanos);
                came.add(number);
            }
        }
        return came;
    }

    private static void report(Reception receiver, LossRecovery sender, boolean heard, long nowNanos) {
        if (receiver.deadlineNanos() <= nowNanos) {
            report(receiver, sender, heard, 0, nowNanos, MILLI);
        }
    }

    /// The receiver's clock is ahead of the sender's by that much, and reports come that much later.
    private static Optional<Report> report(
            Reception receiver, LossRecovery sender, boolean heard, long clockOffset, long nowNanos, long delay) {
        ByteBuffer out = ByteBuffer.allocate(1_200);
        receiver.writeReport(out, TOLD, nowNanos + clockOffset);
        if (!heard) {
            return Optional.empty();
        }
        try {
            LossRecovery.Digest digest =
                    sender.handleReport(out.flip(), nowNanos + delay).orElseThrow();
            receiver.heard(sender.lastReport());
            return Optional.of(sender.report(digest, delay - clockOffset, 0, false));
        } catch (MalformedBytesException e) {
            throw new AssertionError(e);
        }
    }
}
