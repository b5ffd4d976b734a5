package org.fastsend.overlay.select;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What relays really took, learnt from blocks of earlier stripes. Bounded: the relay that was used least lately is
/// forgotten. Thread-safe.
public final class GoodputBook {
    /// Relays that are remembered.
    public static final int MAX_RELAYS = 4096;

    /// What a new measurement weighs. A higher one counts for more: a stripe often has no more to give.
    private static final double RISING_WEIGHT = 0.3;

    private static final double FALLING_WEIGHT = 0.05;

    private final Map<Long, Double> rates = new LinkedHashMap<>(16, 0.75f, true);

    /// A relay took so many bytes a second for some seconds in which it had work.
    public synchronized void note(long id, double bytesPerSecond) {
        if (!(bytesPerSecond > 0) || bytesPerSecond == Double.POSITIVE_INFINITY) {
            return;
        }
        rates.merge(id, bytesPerSecond, (known, fresh) -> {
            double weight = fresh > known ? RISING_WEIGHT : FALLING_WEIGHT;
            return known + weight * (fresh - known);
        });
        if (rates.size() > MAX_RELAYS) {
            rates.remove(rates.keySet().iterator().next());
        }
    }

    /// 0 for a relay that was never used.
    public synchronized double bytesPerSecond(long id) {
        return rates.getOrDefault(id, 0.0);
    }

    /// One line a relay, for a file: hexadecimal id, bytes a second.
    public synchronized List<String> lines() {
        List<String> lines = new ArrayList<>();
        rates.forEach((id, rate) -> lines.add(Long.toHexString(id) + " " + Math.round(rate)));
        return lines;
    }

    /// Reads what [#lines] gave; a line that does not parse is left out.
    public static GoodputBook of(Iterable<String> lines) {
        GoodputBook book = new GoodputBook();
        for (String line : lines) {
            parse(line).ifPresent(entry -> book.note(entry.getKey(), entry.getValue()));
        }
        return book;
    }

    private static Optional<Map.Entry<Long, Double>> parse(String line) {
        String[] parts = line.strip().split(" ", -1);
        try {
            return parts.length == 2
                    ? Optional.of(Map.entry(Long.parseUnsignedLong(parts[0], 16), (double) Long.parseLong(parts[1])))
                    : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty(); // somebody edited the file
        }
    }
}
