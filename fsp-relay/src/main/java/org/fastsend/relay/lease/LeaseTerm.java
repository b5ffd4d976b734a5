package org.fastsend.relay.lease;

import java.time.Duration;
import org.fastsend.core.trust.KeyHash;

/// How long a relay keeps a transfer after the last put or the release. A lease is written a little longer than
/// promised, so that not every put has to write it again.
public record LeaseTerm(Duration promised) {
    public static final LeaseTerm DEFAULT = new LeaseTerm(Duration.ofDays(7));

    /// A lease is written for the promised time and this part of it.
    private static final int SPARE_PART = 16;

    public LeaseTerm {
        if (promised.toSeconds() < 1) {
            throw new IllegalArgumentException("a lease lasts a second at least, not " + promised);
        }
    }

    public Lease opened(KeyHash owner, long nowEpochSeconds) {
        return new Lease(owner, nowEpochSeconds, end(nowEpochSeconds));
    }

    /// The same lease if it covers the promised time from now on, else a longer one, which is to be
    /// written.
    public Lease renewed(Lease lease, long nowEpochSeconds) {
        boolean covers = lease.endEpochSeconds() >= nowEpochSeconds + promised.toSeconds();
        return covers ? lease : new Lease(lease.owner(), lease.startEpochSeconds(), end(nowEpochSeconds));
    }

    private long end(long nowEpochSeconds) {
        return nowEpochSeconds + promised.toSeconds() + promised.toSeconds() / SPARE_PART;
    }
}
