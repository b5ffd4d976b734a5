package org.fastsend.core.recovery;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Brings back what is missing of a message from the repairs that came. What was lost need not begin where pieces do:
/// each column of the pieces, one byte of each, is a system of equations of its own, and columns that miss the same
/// pieces are solved together. Not thread-safe.
public final class RepairSolver {
    /// Rows that may be added to others, some ten milliseconds, as the loop does nothing else meanwhile. Ranges lie as
    /// pieces do, so what is missing has few kinds of columns, unless the peer means harm.
    private static final long MOST_ROWS = 1 << 20;

    private final RepairCode code;
    private final List<Integer> numbers = new ArrayList<>();
    private final List<byte[]> repairs = new ArrayList<>();

    public RepairSolver(RepairCode code) {
        this.code = code;
    }

    /// A range of the message.
    public record Gap(int start, int end) {}

    /// Takes the bytes that were missing, from the beginning of the array.
    @FunctionalInterface
    public interface Found<E extends Exception> {
        void write(int offset, byte[] bytes, int length) throws E;
    }

    public RepairCode code() {
        return code;
    }

    /// How many repairs it holds.
    public int repairs() {
        return repairs.size();
    }

    /// A repair came.
    ///
    /// @param bytes as many as a piece has
    /// @return false if it is one too many
    public boolean add(int number, byte[] bytes) {
        if (bytes.length != code.pieceBytes()) {
            throw new IllegalArgumentException("repair " + number + " is of another code");
        }
        if (code.isTooMuch(repairs.size() + 1)) {
            return false;
        }
        numbers.add(number);
        repairs.add(bytes);
        return true;
    }

    /// Columns of which the same pieces are missing, and for each of these which repairs add up to it.
    private record Solved(int firstColumn, int endColumn, int[] missing, BitSet[] sums) {}

    /// Whether the repairs suffice for what is missing, and what it is then.
    ///
    /// @param gaps all that is missing of the message behind the code's beginning, in order
    /// @param message what came of it; bytes of gaps are not looked at
    /// @return whether everything was found; false if it is too much work
    public <E extends Exception> boolean solve(List<Gap> gaps, RepairCode.Bytes message, Found<E> found) throws E {
        List<Solved> all = new ArrayList<>();
        List<Integer> columns = columns(gaps);
        if ((long) columns.size() * repairs.size() * repairs.size() > MOST_ROWS) {
            return false;
        }
        for (int i = 0; i + 1 < columns.size(); i++) {
            Optional<Solved> solved = solve(columns.get(i), columns.get(i + 1), gaps);
            if (solved.isEmpty()) {
                return false;
            }
            all.add(solved.get());
        }
        long[][] rests = rests(gaps, message);
        for (Solved part : all) {
            write(part, rests, found);
        }
        return true;
    }

    /// The first columns of those that miss the same pieces, and the end of them all.
    private List<Integer> columns(List<Gap> gaps) {
        List<Integer> columns = new ArrayList<>(List.of(0, code.pieceBytes()));
        for (Gap gap : gaps) {
            columns.add((gap.start() - code.from()) % code.pieceBytes());
            columns.add((gap.end() - code.from()) % code.pieceBytes());
        }
        return columns.stream().sorted().distinct().toList();
    }

    private Optional<Solved> solve(int firstColumn, int endColumn, List<Gap> gaps) {
        int[] missing = missing(firstColumn, gaps);
        if (missing.length > repairs.size()) {
            return Optional.empty();
        }
        BitSet[] rows = new BitSet[repairs.size()];
        BitSet[] sums = new BitSet[repairs.size()];
        for (int r = 0; r < rows.length; r++) {
            rows[r] = new BitSet();
            for (int m = 0; m < missing.length; m++) {
                rows[r].set(m, RepairCode.chooses(numbers.get(r), missing[m]));
            }
            sums[r] = new BitSet();
            sums[r].set(r);
        }
        return eliminate(rows, sums, missing.length)
                ? Optional.of(new Solved(firstColumn, endColumn, missing, sums))
                : Optional.empty();
    }

    /// Pieces whose byte in that column is missing.
    private int[] missing(int column, List<Gap> gaps) {
        int pieceBytes = code.pieceBytes();
        int[] missing = new int[code.pieces()];
        int count = 0;
        for (Gap gap : gaps) {
            int start = gap.start() - code.from();
            for (int at = start + Math.floorMod(column - start, pieceBytes);
                    at < gap.end() - code.from();
                    at += pieceBytes) {
                missing[count++] = at / pieceBytes;
            }
        }
        return Arrays.copyOf(missing, count);
    }

    /// Gauss and Jordan: in the end the row of each unknown, at its place, has nothing but that unknown.
    ///
    /// @param sums what each row was added up from
    /// @return whether there are equations enough
    private static boolean eliminate(BitSet[] rows, BitSet[] sums, int unknowns) {
        for (int u = 0; u < unknowns; u++) {
            int pivot = u;
            while (pivot < rows.length && !rows[pivot].get(u)) {
                pivot++;
            }
            if (pivot == rows.length) {
                return false;
            }
            swap(rows, u, pivot);
            swap(sums, u, pivot);
            for (int r = 0; r < rows.length; r++) {
                if (r != u && rows[r].get(u)) {
                    rows[r].xor(rows[u]);
                    sums[r].xor(sums[u]);
                }
            }
        }
        return true;
    }

    private static void swap(BitSet[] sets, int one, int other) {
        BitSet set = sets[one];
        sets[one] = sets[other];
        sets[other] = set;
    }

    /// Each repair without what is known of its pieces.
    private long[][] rests(List<Gap> gaps, RepairCode.Bytes message) {
        long[][] rests = new long[repairs.size()][];
        int[] all = new int[repairs.size()];
        for (int r = 0; r < rests.length; r++) {
            rests[r] = code.words(repairs.get(r));
            all[r] = numbers.get(r);
        }
        code.addTo(rests, all, (offset, into, length) -> {
            message.read(offset, into, length);
            for (Gap gap : gaps) {
                int from = Math.clamp((long) gap.start() - offset, 0, length);
                int to = Math.clamp((long) gap.end() - offset, 0, length);
                Arrays.fill(into, from, to, (byte) 0);
            }
        });
        return rests;
    }

    private <E extends Exception> void write(Solved part, long[][] rests, Found<E> found) throws E {
        for (int m = 0; m < part.missing().length; m++) {
            long[] sum = new long[code.words()];
            part.sums()[m].stream().forEach(r -> RepairCode.add(rests[r], sum));
            byte[] bytes = RepairCode.bytes(sum);
            int start = code.start(part.missing()[m]);
            int offset = start + part.firstColumn();
            int length = Math.min(start + part.endColumn(), code.length()) - offset;
            System.arraycopy(bytes, part.firstColumn(), bytes, 0, length);
            found.write(offset, bytes, length);
        }
    }
}
