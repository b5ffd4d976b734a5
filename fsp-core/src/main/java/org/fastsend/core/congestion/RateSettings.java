package org.fastsend.core.congestion;

import java.util.Optional;

/// What a person asked for; may change while the transfer runs.
///
/// @param targetBytesPerSecond never faster than this; Long.MAX_VALUE if unbounded
/// @param minBytesPerSecond    never slower than this on account of the network; 0 if unbounded
/// @param weight               share of a bottleneck among FSP's transfers, 1/16 to 16; multiplies the policy's
/// @param policy               how to stand to other traffic
public record RateSettings(long targetBytesPerSecond, long minBytesPerSecond, double weight, Policy policy) {
    public static final double MIN_WEIGHT = 1.0 / 16;
    public static final double MAX_WEIGHT = 16;

    public static final RateSettings UNBOUNDED = new RateSettings(Long.MAX_VALUE, 0, 1, Policy.FAIR);

    public RateSettings {
        if (targetBytesPerSecond <= 0 || minBytesPerSecond < 0 || minBytesPerSecond > targetBytesPerSecond) {
            throw new IllegalArgumentException(
                    "target rate " + targetBytesPerSecond + ", minimum rate " + minBytesPerSecond);
        }
        if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
            throw new IllegalArgumentException("weight " + weight);
        }
        if (policy == Policy.FIXED && targetBytesPerSecond == Long.MAX_VALUE) {
            throw new IllegalArgumentException("policy fixed needs a target rate");
        }
    }

    public RateSettings withTarget(long bytesPerSecond) {
        return new RateSettings(bytesPerSecond, Math.min(minBytesPerSecond, bytesPerSecond), weight, policy);
    }

    /// The target as people write it; empty for none.
    public RateSettings withTargetBits(Optional<Long> bitsPerSecond) {
        return withTarget(
                bitsPerSecond.map(bits -> Math.max(1, bits / Byte.SIZE)).orElse(Long.MAX_VALUE));
    }

    public RateSettings withMin(long bytesPerSecond) {
        return new RateSettings(targetBytesPerSecond, bytesPerSecond, weight, policy);
    }

    public RateSettings withWeight(double share) {
        return new RateSettings(targetBytesPerSecond, minBytesPerSecond, share, policy);
    }

    public RateSettings withPolicy(Policy other) {
        return new RateSettings(targetBytesPerSecond, minBytesPerSecond, weight, other);
    }

    /// Weight and policy together: the share under congestion.
    double share() {
        return weight * policy.weight();
    }
}
