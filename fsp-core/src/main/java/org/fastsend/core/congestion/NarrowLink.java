package org.fastsend.core.congestion;

import java.util.Arrays;

/// The slowest of several links in a row, as neighbours in a [train][Train] tell of it. They arrive at
/// least as far apart as that link takes for one; and farther where something of others' came between.
/// So what they say ends sharply at what it carries: with some luck many say just that, and hardly one
/// says more. Where clocks, or hosts that hand on several at a time, blur what they say, it has no
/// such end, and nothing is known. (Dovrolis, Ramanathan and Moore, "What do packet dispersion
/// techniques measure?", INFOCOM 2001.) Not thread-safe.
final class NarrowLink {
    /// The last so many count.
    private static final int READINGS = 180;
    /// Fewer say nothing.
    private static final int LEAST_READINGS = 40;
    /// Those that differ by no more say the same.
    private static final double ALIKE = 1.12;
    /// Of all that count, what has to say the same at the end, were there as many as can be.
    private static final double LEAST_PART = 0.2;
    /// Of those, how many may say more.
    private static final double MOST_BEYOND = 0.25;

    /// Of all readings, what may say less if there is no other full link: there nothing comes between
    /// neighbours.
    private static final double MOST_SHORT = 0.15;

    private final double[] readings = new double[READINGS];
    private int read;
    private double bytesPerSecond;
    private boolean followed;

    /// Two neighbours said so.
    void count(double readingBytesPerSecond) {
        readings[read % READINGS] = readingBytesPerSecond;
        read++;
        if (read >= LEAST_READINGS) {
            double[] sorted = Arrays.copyOf(readings, Math.min(read, READINGS));
            Arrays.sort(sorted);
            find(sorted);
        }
    }

    /// Looks for where they end.
    private void find(double[] sorted) {
        bytesPerSecond = 0;
        followed = false;
        for (int last = sorted.length - 1; last >= 0; last--) {
            int beyond = sorted.length - 1 - last;
            int first = last;
            while (first > 0 && sorted[first - 1] * ALIKE >= sorted[last]) {
                first--;
            }
            int alike = last - first + 1;
            if (alike >= LEAST_PART * READINGS && beyond <= MOST_BEYOND * alike) {
                bytesPerSecond = sorted[(first + last) / 2];
                followed = first > MOST_SHORT * sorted.length;
                return;
            }
        }
    }

    /// What it carries; 0 if that is not known.
    double bytesPerSecond() {
        return bytesPerSecond;
    }

    /// Whether others share links behind it, too, which are full.
    boolean isFollowed() {
        return followed;
    }
}
