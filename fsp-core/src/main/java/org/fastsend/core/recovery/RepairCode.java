package org.fastsend.core.recovery;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/// The code by which the end of a message survives losses (docs/wire.md, "Repairs"): the message behind a place is cut
/// into pieces, and each repair is the exclusive or of about half of them, chosen by chance from its number. So a few
/// repairs more than pieces were lost bring back whichever these are. Sums are kept in words, padded with zeros.
///
/// @param from first byte of the first piece
/// @param length of the message
/// @param pieceBytes of each piece but the last, which may be shorter and counts as if zeros followed
public record RepairCode(int from, int length, int pieceBytes) {
    /// Repairs of one message: what a receiver has to hold and to solve.
    static final int MAX_REPAIRS = 256;

    /// What making or solving a message's repairs may add up, as the loop does nothing else meanwhile.
    private static final long MAX_ADDED_BYTES = 192L << 20;

    private static final int PIECES_OF_WORD = Long.SIZE;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    public RepairCode {
        if (from < 0 || from >= length || pieceBytes <= 0) {
            throw new IllegalArgumentException("pieces outside their message");
        }
    }

    /// Reads bytes of the message.
    @FunctionalInterface
    public interface Bytes {
        /// Those at `offset`, `length` of them, into the array from its beginning.
        void read(int offset, byte[] into, int length);
    }

    int pieces() {
        return Math.ceilDiv(length - from, pieceBytes);
    }

    /// Whether so many repairs are more than may be, or too much work.
    public boolean isTooMuch(int repairs) {
        return repairs > MAX_REPAIRS || (long) (length - from) * repairs / 2 > MAX_ADDED_BYTES;
    }

    /// Where a piece begins in the message.
    int start(int piece) {
        return from + piece * pieceBytes;
    }

    /// Whether the repair of that number has the piece in it.
    static boolean chooses(int number, int piece) {
        return (choice(number, piece / PIECES_OF_WORD) >>> piece & 1) != 0;
    }

    /// One output of SplitMix64 seeded with 0, in which half of the bits are set.
    private static long choice(int number, int word) {
        long z = (((long) number << Integer.SIZE | word) + 1) * GOLDEN;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    int words() {
        return Math.ceilDiv(pieceBytes, Long.BYTES);
    }

    /// The repairs of numbers 0 to before `count`, `pieceBytes` bytes of each, one behind the other.
    public ByteBuffer repairs(int count, Bytes message) {
        long[][] sums = new long[count][words()];
        addTo(sums, IntStream.range(0, count).toArray(), message);
        ByteBuffer all = ByteBuffer.allocate(count * pieceBytes);
        for (long[] sum : sums) {
            all.put(bytes(sum), 0, pieceBytes);
        }
        return all.flip();
    }

    /// Adds to each sum the pieces that the repair of its number has.
    void addTo(long[][] sums, int[] numbers, Bytes message) {
        byte[] bytes = new byte[words() * Long.BYTES];
        LongBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer();
        long[] piece = new long[words()];
        for (int i = 0; i < pieces(); i++) {
            int count = Math.min(pieceBytes, length - start(i));
            Arrays.fill(bytes, count, bytes.length, (byte) 0);
            message.read(start(i), bytes, count);
            words.get(0, piece);
            for (int s = 0; s < sums.length; s++) {
                if (chooses(numbers[s], i)) {
                    add(piece, sums[s]);
                }
            }
        }
    }

    static void add(long[] words, long[] to) {
        for (int i = 0; i < words.length; i++) {
            to[i] ^= words[i];
        }
    }

    long[] words(byte[] bytes) {
        byte[] padded = Arrays.copyOf(bytes, words() * Long.BYTES);
        long[] words = new long[words()];
        ByteBuffer.wrap(padded).order(ByteOrder.nativeOrder()).asLongBuffer().get(words);
        return words;
    }

    static byte[] bytes(long[] words) {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.nativeOrder());
        bytes.asLongBuffer().put(words);
        return bytes.array();
    }
}
