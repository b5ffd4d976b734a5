package org.fastsend.core.control;

import java.util.Optional;
import org.fastsend.core.congestion.Policy;

/// What is to change of a transfer's settings; the rest stays.
///
/// @param targetBitsPerSecond 0: unbounded
public record RateChange(
        Optional<Long> targetBitsPerSecond,
        Optional<Long> minBitsPerSecond,
        Optional<Double> weight,
        Optional<Policy> policy) {
    public boolean isEmpty() {
        return targetBitsPerSecond.isEmpty() && minBitsPerSecond.isEmpty() && weight.isEmpty() && policy.isEmpty();
    }
}
