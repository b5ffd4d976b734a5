package org.fastsend.core.sim;

import java.util.Arrays;
import java.util.Random;

/// Damages bytes in the ways that wires, disks and adversaries do: the result always differs. Give it a seeded random
/// and print the seed when the test fails.
public final class Mutations {
    private Mutations() {}

    /// A damaged copy.
    public static byte[] of(byte[] good, Random random) {
        byte[] bad = once(good, random);
        return Arrays.equals(good, bad) ? of(good, random) : bad;
    }

    private static byte[] once(byte[] good, Random random) {
        byte[] bad = good.clone();
        int at = random.nextInt(good.length);
        switch (random.nextInt(6)) {
            case 0 -> bad[at] = (byte) random.nextInt();
            case 1 -> bad[at] ^= (byte) (1 << random.nextInt(8));
            case 2 -> bad = Arrays.copyOf(good, at);
            case 3 -> bad = Arrays.copyOf(good, good.length + 1 + random.nextInt(20));
            case 4 -> Arrays.fill(bad, at, Math.min(bad.length, at + 1 + random.nextInt(9)), (byte) 0xff);
            default -> {
                bad = new byte[random.nextInt(2 * good.length)];
                random.nextBytes(bad);
            }
        }
        return bad;
    }
}
