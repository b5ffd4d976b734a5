package org.fastsend.core.recovery;

/// Which packet numbers arrived, over a window of the newest ones: a ring of bits. What is older than
/// the window counts as seen, so that no packet is ever taken twice. Not thread-safe.
public final class ReceivedPackets {
    /// Packets in the window: more than any path holds in flight, 128 KiB of bits.
    public static final int WINDOW = 1 << 20;

    private static final int WORDS = WINDOW / Long.SIZE;
    private static final int WORD_MASK = WORDS - 1;

    private final long[] words = new long[WORDS];
    private long end;

    /// One more than the newest number that arrived; 0 before any.
    public long end() {
        return end;
    }

    /// The oldest number that the window still tells about.
    public long floor() {
        return Math.max(0, end - WINDOW + Long.SIZE);
    }

    /// Whether that number arrived or is too old to tell.
    public boolean isSeen(long number) {
        return number < floor() || (number < end && has(number));
    }

    /// Takes a number, not seen before.
    public void add(long number) {
        if (number >= end) {
            clear(end, number + 1);
            end = number + 1;
        }
        words[word(number)] |= 1L << number;
    }

    /// Whether a number between [#floor] and [#end] arrived.
    boolean has(long number) {
        return (words[word(number)] >>> number & 1) != 0;
    }

    /// The end of the run that begins at a number, all arrived or all missing; at most `limit`.
    long runEnd(long number, long limit) {
        long flip = has(number) ? -1L : 0;
        long at = number;
        while (at < limit) {
            long differing = (words[word(at)] ^ flip) >>> at;
            if (differing != 0) {
                return Math.min(limit, at + Long.numberOfTrailingZeros(differing));
            }
            at = (at | (Long.SIZE - 1)) + 1;
        }
        return limit;
    }

    /// Forgets the numbers from `from` to before `to`, which the ring still holds from its last turn.
    private void clear(long from, long to) {
        if (to - from >= WINDOW) {
            java.util.Arrays.fill(words, 0);
            return;
        }
        // The word of `from` may hold newer bits below it; whole words behind it are stale.
        words[word(from)] &= (1L << from) - 1;
        for (long at = (from | (Long.SIZE - 1)) + 1; at < to; at += Long.SIZE) {
            words[word(at)] = 0;
        }
    }

    private static int word(long number) {
        return (int) (number >>> 6) & WORD_MASK;
    }
}
