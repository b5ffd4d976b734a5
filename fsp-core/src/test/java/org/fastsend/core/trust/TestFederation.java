package org.fastsend.core.trust;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// A federation in memory with a clock that stands where a test puts it.
final class TestFederation {
    static final long START_SECONDS = 1_800_000_000L;

    final AtomicLong seconds = new AtomicLong(START_SECONDS);
    final Authority authority = Authority.create("test", this::millis);
    final Federation federation;

    TestFederation() throws TrustException {
        federation = new Federation(authority.certificate(), this::millis);
    }

    Identity member(Role role, String name) {
        return authority.issue(role, name, List.of());
    }

    private long millis() {
        return seconds.get() * 1000;
    }
}
