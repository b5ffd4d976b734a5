package org.fastsend.core.seal;

import java.util.concurrent.atomic.AtomicInteger;

/// Where a transfer's block numbers come from: each is given once, over all runs of its sender. Thread-safe.
@FunctionalInterface
public interface BlockNumbers {
    /// The next number; may wait for a disk. Throws IllegalStateException if there are none left.
    int next();

    /// From {@code first} on without gaps: for a sender that has one run.
    static BlockNumbers from(int first) {
        AtomicInteger nextNumber = new AtomicInteger(first);
        return () -> {
            int number = nextNumber.getAndUpdate(next -> next < 0 ? next : next + 1);
            if (number < 0) {
                throw new IllegalStateException("the transfer has no block numbers left");
            }
            return number;
        };
    }
}
