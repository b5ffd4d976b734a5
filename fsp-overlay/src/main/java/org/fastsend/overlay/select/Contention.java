package org.fastsend.overlay.select;

import java.util.Arrays;

/// How much steadier what two targets get together is than what each gets: a sign of a link that they share and fill,
/// never a proof.
final class Contention {
    private static final int LEAST_STEPS = 6;

    private Contention() {}

    /// 1 where one gains just what the other loses, 0 where each goes its own way, or both grow together as they start,
    /// or there is too little to tell.
    ///
    /// @param one what it got in each of some steps
    /// @param other what it got in the same steps
    static double of(double[] one, double[] other) {
        if (one.length != other.length || one.length < LEAST_STEPS) {
            return 0;
        }
        double[] both = new double[one.length];
        Arrays.setAll(both, i -> one[i] + other[i]);
        double alone = Math.max(deviation(one), deviation(other));
        return alone == 0 ? 0 : Math.max(0, 1 - deviation(both) / alone);
    }

    private static double deviation(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        return Math.sqrt(Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElse(0));
    }
}
