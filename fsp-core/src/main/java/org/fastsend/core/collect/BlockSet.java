package org.fastsend.core.collect;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/// A set of block numbers that costs memory for what is in it, however high the numbers are: a bit a
/// block where they lie close together, as an honest sender's do, and a page for each where they do not.
/// One bit set of all numbers for each of many relays would be megabytes for every one that has but a
/// single block. Not thread-safe.
final class BlockSet {
    private static final int LONGS_A_PAGE = 8;
    private static final int BITS_A_PAGE = LONGS_A_PAGE * Long.SIZE;

    /// By number of the page; none is empty.
    private final TreeMap<Integer, long[]> pages = new TreeMap<>();

    void add(int block) {
        pages.computeIfAbsent(block / BITS_A_PAGE, _ -> new long[LONGS_A_PAGE])[at(block)] |= 1L << block;
    }

    void remove(int block) {
        long[] page = pages.get(block / BITS_A_PAGE);
        if (page != null) {
            page[at(block)] &= ~(1L << block);
            if (next(page, 0) < 0) {
                pages.remove(block / BITS_A_PAGE);
            }
        }
    }

    boolean contains(int block) {
        long[] page = pages.get(block / BITS_A_PAGE);
        return page != null && (page[at(block)] & 1L << block) != 0;
    }

    /// The lowest block from this one on; -1 if there is none.
    int next(int from) {
        int first = from / BITS_A_PAGE;
        long[] page = pages.get(first);
        int bit = page == null ? -1 : next(page, from % BITS_A_PAGE);
        if (bit >= 0) {
            return first * BITS_A_PAGE + bit;
        }
        Map.Entry<Integer, long[]> higher = pages.higherEntry(first);
        return higher == null ? -1 : higher.getKey() * BITS_A_PAGE + next(higher.getValue(), 0);
    }

    void forEach(IntConsumer each) {
        for (int block = next(0); block >= 0; block = next(block + 1)) {
            each.accept(block);
        }
    }

    void clear() {
        pages.clear();
    }

    private static int at(int block) {
        return block % BITS_A_PAGE / Long.SIZE;
    }

    /// The lowest bit of the page from this one on; -1 if there is none.
    private static int next(long[] page, int from) {
        for (int at = from / Long.SIZE; at < LONGS_A_PAGE; at++) {
            long bits = at == from / Long.SIZE ? page[at] & -1L << from : page[at];
            if (bits != 0) {
                return at * Long.SIZE + Long.numberOfTrailingZeros(bits);
            }
        }
        return -1;
    }
}
