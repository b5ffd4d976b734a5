package org.fastsend.core.recovery;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.fastsend.core.sim.Seeds;
import org.junit.jupiter.api.Test;

/// What is missing of a message comes back from its repairs, wherever it was cut.
class RepairSolverTest {
    private static final int PIECE = 1_410;

    @Test
    void whatIsMissingComesBackAsItWas() {
        Seeds.each(60, seed -> {
            Random random = new Random(seed);
            byte[] message = new byte[PIECE + random.nextInt(300_000)];
            random.nextBytes(message);
            int from = random.nextInt(PIECE);
            List<RepairSolver.Gap> gaps = gaps(message.length, from, 1 + random.nextInt(12), random);
            RepairCode code = new RepairCode(from, message.length, PIECE);
            assertTrue(solves(code, message, gaps, 12 + 16), () -> gaps + " of " + code);
        });
    }

    @Test
    void aFewMoreRepairsThanLossesAreMostlyEnough() {
        byte[] message = new byte[100 * PIECE];
        RepairCode code = new RepairCode(0, message.length, PIECE);
        int solved = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            random.nextBytes(message);
            List<RepairSolver.Gap> gaps = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int start = (10 * i + random.nextInt(9)) * PIECE;
                gaps.add(new RepairSolver.Gap(start, start + PIECE));
            }
            solved += solves(code, message, gaps, 16) ? 1 : 0;
        }
        assertTrue(solved >= 194, () -> "six more than ten sufficed too seldom");
    }

    @Test
    void fewerRepairsThanLossesAreNotEnough() {
        byte[] message = new byte[20 * PIECE];
        RepairCode code = new RepairCode(0, message.length, PIECE);
        assertFalse(solves(code, message, List.of(new RepairSolver.Gap(0, 5 * PIECE)), 4));
    }

    /// Each gap makes two more kinds of columns, and each of these is a system of equations of its own.
    @Test
    void gapsThatWouldTakeLongAreNotSolved() {
        byte[] message = new byte[200 * PIECE];
        RepairCode code = new RepairCode(0, message.length, PIECE);
        List<RepairSolver.Gap> gaps = new ArrayList<>();
        for (int i = 0; i < 170; i++) {
            gaps.add(new RepairSolver.Gap(i * PIECE + 3 * i, i * PIECE + 3 * i + PIECE / 2 + i));
        }
        assertFalse(solves(code, message, gaps, 256));
        assertTrue(solves(code, message, gaps.subList(0, 20), 60));
    }

    @Test
    void theChoiceOfPiecesIsWhatTheDocumentSays() {
        assertEquals("e220a8397b1dcdaf", Long.toHexString(choice(0, 0)), "SplitMix64 from 0 begins so");
        for (int number : new int[] {0, 1, 255}) {
            // The JDK's generator is SplitMix64, and its seed is where it starts.
            SplittableRandom outputs = new SplittableRandom(((long) number << 32) * 0x9E3779B97F4A7C15L);
            for (int word = 0; word < 20; word++) {
                assertEquals(outputs.nextLong(), choice(number, word), "word " + word + " of " + number);
            }
        }
    }

    private static long choice(int number, int word) {
        long choice = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            choice |= RepairCode.chooses(number, word * Long.SIZE + bit) ? 1L << bit : 0;
        }
        return choice;
    }

    private static List<RepairSolver.Gap> gaps(int length, int from, int most, Random random) {
        List<RepairSolver.Gap> gaps = new ArrayList<>();
        int at = from;
        for (int i = 0; i < most; i++) {
            int start = at + random.nextInt(Math.max(1, 2 * (length - from) / most));
            int end = Math.min(length, start + 1 + random.nextInt(PIECE));
            if (start >= end) {
                break;
            }
            gaps.add(new RepairSolver.Gap(start, end));
            at = end + 1;
        }
        return gaps.isEmpty() ? List.of(new RepairSolver.Gap(length - 1, length)) : gaps;
    }

    /// Whether so many repairs suffice; what they bring back is then what was there.
    private static boolean solves(RepairCode code, byte[] message, List<RepairSolver.Gap> gaps, int repairs) {
        ByteBuffer made =
                code.repairs(repairs, (offset, into, length) -> System.arraycopy(message, offset, into, 0, length));
        RepairSolver solver = new RepairSolver(code);
        for (int number = repairs - 1; number >= 0; number--) {
            byte[] repair = new byte[PIECE];
            made.get(number * PIECE, repair);
            solver.add(number, repair);
        }
        byte[] came = message.clone();
        gaps.forEach(gap -> Arrays.fill(came, gap.start(), gap.end(), (byte) 0x55));
        byte[] whole = came.clone();
        boolean solved = solver.solve(
                gaps,
                (offset, into, length) -> System.arraycopy(came, offset, into, 0, length),
                (offset, bytes, length) -> System.arraycopy(bytes, 0, whole, offset, length));
        assertArrayEquals(solved ? message : came, whole);
        return solved;
    }
}
