package org.fastsend.it.simulate.overlay;

import java.util.random.RandomGenerator;

/// Chance that is a function of a seed and of what it is drawn for, so that nothing drawn has to be kept (SplitMix64's
/// finisher; Steele, Lea, Flood, OOPSLA 2014).
final class Draw {
    private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;
    private static final double UNIT = 0x1p-53;
    private static final int UNUSED_BITS = 11;

    private final long seed;

    Draw(long seed, Object purpose) {
        this.seed = mix(seed * GOLDEN + mix(purpose.toString().hashCode()));
    }

    long bits(long one, long other) {
        return mix(mix(seed + GOLDEN * (one + 1)) + GOLDEN * (other + 1));
    }

    /// From 0 to 1.
    double unit(long one, long other) {
        return (bits(one, other) >>> UNUSED_BITS) * UNIT;
    }

    int below(int bound, long one, long other) {
        return (int) (unit(one, other) * bound);
    }

    /// A generator of its own for one node.
    RandomGenerator generator(long one, long other) {
        return new Stream(bits(one, other));
    }

    private static long mix(long z) {
        long y = (z ^ z >>> 30) * 0xbf58_476d_1ce4_e5b9L;
        y = (y ^ y >>> 27) * 0x94d0_49bb_1331_11ebL;
        return y ^ y >>> 31;
    }

    private static final class Stream implements RandomGenerator {
        private long state;

        private Stream(long state) {
            this.state = state;
        }

        @Override
        public long nextLong() {
            state += GOLDEN;
            return mix(state);
        }
    }
}
