package org.fastsend.server.data;

import java.nio.ByteBuffer;

/// Guesses, in a few microseconds, whether compressing bytes is worth the time: most large files are
/// compressed already, and their bytes are all equally frequent.
final class Redundancy {
    /// Looked at, from the middle.
    private static final int SAMPLE_BYTES = 4 << 10;

    /// Chance decides about less, and compressing so little costs nothing.
    private static final int MIN_BYTES = 512;

    private static final int VALUES = 256;

    /// So much more often than by chance two bytes of a sample agree where it is worthwhile: beyond three standard
    /// deviations of noise even in the smallest sample.
    private static final double WORTHWHILE = 1.1;

    private Redundancy() {}

    /// Whether what remains in `bytes` promises to shrink.
    static boolean isLikely(ByteBuffer bytes) {
        int count = Math.min(bytes.remaining(), SAMPLE_BYTES);
        if (count < MIN_BYTES) {
            return true;
        }
        int[] frequencies = new int[VALUES];
        int start = bytes.position() + (bytes.remaining() - count) / 2;
        for (int i = 0; i < count; i++) {
            frequencies[bytes.get(start + i) & 0xFF]++;
        }
        long squares = 0;
        for (int frequency : frequencies) {
            squares += (long) frequency * frequency;
        }
        double byChance = count + count * (count - 1.0) / VALUES;
        return squares > WORTHWHILE * byChance;
    }
}
