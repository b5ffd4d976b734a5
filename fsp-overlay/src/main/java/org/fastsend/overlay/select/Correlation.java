package org.fastsend.overlay.select;

/// How strongly two targets' goodput moves together, or against each other: a sign of a shared link, never a proof.
final class Correlation {
    private static final int LEAST_STEPS = 6;

    private Correlation() {}

    /// Pearson's coefficient of the differences from step to step, so that a common trend (both starting up) counts for
    /// nothing; 0 where there is too little to tell.
    static double of(double[] one, double[] other) {
        int steps = Math.min(one.length, other.length) - 1;
        if (steps < LEAST_STEPS) {
            return 0;
        }
        double[] a = lastDifferences(one, steps);
        double[] b = lastDifferences(other, steps);
        double meanA = mean(a);
        double meanB = mean(b);
        double together = 0;
        double alone = 0;
        double otherAlone = 0;
        for (int i = 0; i < steps; i++) {
            together += (a[i] - meanA) * (b[i] - meanB);
            alone += (a[i] - meanA) * (a[i] - meanA);
            otherAlone += (b[i] - meanB) * (b[i] - meanB);
        }
        return alone == 0 || otherAlone == 0 ? 0 : together / Math.sqrt(alone * otherAlone);
    }

    private static double[] lastDifferences(double[] steps, int count) {
        double[] differences = new double[count];
        int from = steps.length - count;
        for (int i = 0; i < count; i++) {
            differences[i] = steps[from + i] - steps[from + i - 1];
        }
        return differences;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
