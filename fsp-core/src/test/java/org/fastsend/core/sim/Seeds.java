package org.fastsend.core.sim;

import java.util.function.LongConsumer;

/// Runs something random under many seeds. A failure names its seed, and `-Dfsp.seed=N` runs that one alone.
public final class Seeds {
    private static final String PROPERTY = "fsp.seed";

    private Seeds() {}

    public static void each(int count, LongConsumer run) {
        String only = System.getProperty(PROPERTY);
        if (only != null) {
            one(Long.parseLong(only), run);
            return;
        }
        for (long seed = 1; seed <= count; seed++) {
            one(seed, run);
        }
    }

    private static void one(long seed, LongConsumer run) {
        try {
            run.accept(seed);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("-D" + PROPERTY + "=" + seed + ": " + e.getMessage(), e);
        }
    }
}
