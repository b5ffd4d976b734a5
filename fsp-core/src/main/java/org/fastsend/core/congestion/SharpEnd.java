package org.fastsend.core.congestion;

import java.util.Arrays;

/// Readings none of which can be above a value that many of them have, as far as nothing blurs them:
/// that value. Not thread-safe.
final class SharpEnd {
    /// The last so many count.
    private static final int READINGS = 180;
    /// Fewer say nothing.
    private static final int LEAST_READINGS = 40;
    /// Of all that count, what has to say the same at the end, were there as many as can be.
    private static final double LEAST_PART = 0.2;
    /// Those that differ by no more say the same.
    private static final double ALIKE = 1.12;
    /// Of those that say the same at the end, how many may say more.
    private static final double MOST_BEYOND = 0.25;

    private final double[] readings = new double[READINGS];
    private int read;
    private double value;
    private double shortPart;

    /// @param reading infinite if it is beyond all
    void count(double reading) {
        readings[read % READINGS] = reading;
        read++;
        if (read >= LEAST_READINGS) {
            double[] sorted = Arrays.copyOf(readings, Math.min(read, READINGS));
            Arrays.sort(sorted);
            find(sorted);
        }
    }

    private void find(double[] sorted) {
        value = 0;
        for (int last = sorted.length - 1; last >= 0; last--) {
            int beyond = sorted.length - 1 - last;
            int first = last;
            while (first > 0 && sorted[first - 1] * ALIKE >= sorted[last]) {
                first--;
            }
            int alike = last - first + 1;
            boolean enough = alike >= LEAST_PART * READINGS && beyond <= MOST_BEYOND * alike;
            if (enough && Double.isFinite(sorted[last])) {
                value = sorted[(first + last) / 2];
                shortPart = (double) first / sorted.length;
                return;
            }
        }
    }

    void forget() {
        read = 0;
        value = 0;
        shortPart = 0;
    }

    /// Where they end; 0 if they do so nowhere.
    double value() {
        return value;
    }

    /// Of all, those that end before.
    double shortPart() {
        return shortPart;
    }
}
