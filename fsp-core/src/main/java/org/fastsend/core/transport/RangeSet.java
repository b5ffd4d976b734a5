package org.fastsend.core.transport;

import java.util.Arrays;

/// Which bytes of a message were dealt with: disjoint ranges in order. Most messages have few, since
/// ranges come nearly in order. Not thread-safe.
final class RangeSet {
    private static final int FIRST_RANGES = 4;

    private int[] starts = new int[FIRST_RANGES];
    private int[] ends = new int[FIRST_RANGES];
    private int count;
    private int bytes;

    /// How many ranges there are.
    int count() {
        return count;
    }

    /// Bytes in all ranges.
    int bytes() {
        return bytes;
    }

    /// The first place at or behind `from` that is in no range.
    int nextMissing(int from) {
        int i = indexOf(from);
        return i >= 0 && ends[i] > from ? ends[i] : from;
    }

    /// The first place at or behind `from` that is in a range; Integer.MAX_VALUE if there is none.
    int nextPresent(int from) {
        int i = indexOf(from);
        if (i >= 0 && ends[i] > from) {
            return from;
        }
        return i + 1 < count ? starts[i + 1] : Integer.MAX_VALUE;
    }

    /// Adds the places from `from` to before `to`.
    ///
    /// @return how many of them were missing
    int add(int from, int to) {
        int first = indexOf(from);
        if (first < 0 || ends[first] < from) {
            first++;
        }
        int start = from;
        int end = to;
        int behind = first;
        int held = 0;
        while (behind < count && starts[behind] <= to) {
            start = Math.min(start, starts[behind]);
            end = Math.max(end, ends[behind]);
            held += ends[behind] - starts[behind];
            behind++;
        }
        replace(first, behind, start, end);
        int added = end - start - held;
        bytes += added;
        return added;
    }

    /// The last range that starts at or before that place; -1 if none does.
    private int indexOf(int place) {
        if (count > 0 && starts[count - 1] <= place) {
            return count - 1;
        }
        int i = Arrays.binarySearch(starts, 0, count, place);
        return i >= 0 ? i : -i - 2;
    }

    private void replace(int first, int behind, int start, int end) {
        int grown = count + 1 - (behind - first);
        if (grown > starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
        if (behind != first + 1) {
            System.arraycopy(starts, behind, starts, first + 1, count - behind);
            System.arraycopy(ends, behind, ends, first + 1, count - behind);
        }
        starts[first] = start;
        ends[first] = end;
        count = grown;
    }
}
