package org.fastsend.server.data;

import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A set of byte positions as few ranges, such as what has come of a file. Not thread-safe.
public final class ByteRanges {
    /// Ranges at most: a sender that scatters single bytes is no sender of files.
    static final int MAX_RANGES = 65_536;

    private static final int MAX_TEXT_DIGITS = 18;

    /// One range.
    ///
    /// @param from the first position
    /// @param to one behind the last, never below `from`
    public record Range(long from, long to) {
        public Range {
            if (from < 0 || to < from) {
                throw new IllegalArgumentException("no range: " + from + "-" + to);
            }
        }

        public long length() {
            return to - from;
        }

        @Override
        public String toString() {
            return from + "-" + to;
        }
    }

    private final TreeMap<Long, Long> endByStart = new TreeMap<>();

    /// A set of the first positions, so many of them.
    public static ByteRanges first(long count) {
        ByteRanges ranges = new ByteRanges();
        if (count > 0) {
            ranges.endByStart.put(0L, count);
        }
        return ranges;
    }

    /// Adds a range; what it touches becomes one with it.
    public void add(Range range) throws ProtocolException {
        if (range.length() == 0) {
            return;
        }
        long from = range.from();
        long to = range.to();
        Map.Entry<Long, Long> before = endByStart.floorEntry(from);
        if (before != null && before.getValue() >= from) {
            from = before.getKey();
            to = Math.max(to, before.getValue());
        }
        Map.Entry<Long, Long> next = endByStart.ceilingEntry(from);
        while (next != null && next.getKey() <= to) {
            to = Math.max(to, next.getValue());
            endByStart.remove(next.getKey());
            next = endByStart.ceilingEntry(from);
        }
        endByStart.put(from, to);
        if (endByStart.size() > MAX_RANGES) {
            throw new ProtocolException("the file comes in too many pieces");
        }
    }

    public List<Range> all() {
        List<Range> ranges = new ArrayList<>();
        endByStart.forEach((from, to) -> ranges.add(new Range(from, to)));
        return ranges;
    }

    /// What lies between 0 and `end` and is not in the set.
    public List<Range> missing(long end) {
        List<Range> gaps = new ArrayList<>();
        long at = 0;
        for (Range range : all()) {
            if (range.from() >= end) {
                break;
            }
            if (range.from() > at) {
                gaps.add(new Range(at, range.from()));
            }
            at = range.to();
        }
        if (at < end) {
            gaps.add(new Range(at, end));
        }
        return gaps;
    }

    /// One behind the last position in the set; 0 when it is empty.
    public long end() {
        return endByStart.isEmpty() ? 0 : endByStart.lastEntry().getValue();
    }

    /// Parses `0-1000,2000-3000`, as REST has it in MODE E; throws IllegalArgumentException on anything else.
    public static ByteRanges parse(String text) {
        ByteRanges ranges = new ByteRanges();
        for (String part : text.strip().split(",", -1)) {
            String[] ends = part.strip().split("-", -1);
            if (ends.length != 2 || !isNumber(ends[0]) || !isNumber(ends[1])) {
                throw new IllegalArgumentException("ranges look like 0-1000,2000-3000");
            }
            try {
                ranges.add(new Range(Long.parseLong(ends[0]), Long.parseLong(ends[1])));
            } catch (ProtocolException e) {
                throw new IllegalArgumentException("too many ranges", e);
            }
        }
        return ranges;
    }

    private static boolean isNumber(String text) {
        return text.length() <= MAX_TEXT_DIGITS
                && !text.isEmpty()
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
