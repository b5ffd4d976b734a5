package org.fastsend.core.trust;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// What a capability may allow; none implies another (docs/wire.md, "Capability").
public enum Verb {
    PUT(1),
    GET(2),
    APPEND_FEED(4),
    READ_FEED(8),
    RELEASE(16),
    DROP(32);

    private final int bit;

    Verb(int bit) {
        this.bit = bit;
    }

    static int bits(Set<Verb> verbs) {
        int bits = 0;
        for (Verb verb : verbs) {
            bits |= verb.bit;
        }
        return bits;
    }

    /// The verbs of a wire byte; empty if a bit has no meaning here.
    static Optional<Set<Verb>> of(int bits) {
        EnumSet<Verb> verbs = EnumSet.noneOf(Verb.class);
        int known = 0;
        for (Verb verb : values()) {
            known |= verb.bit;
            if ((bits & verb.bit) != 0) {
                verbs.add(verb);
            }
        }
        return (bits & ~known) == 0 ? Optional.of(verbs) : Optional.empty();
    }
}
