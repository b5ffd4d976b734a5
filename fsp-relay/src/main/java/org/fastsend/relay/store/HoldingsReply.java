package org.fastsend.relay.store;

import org.fastsend.core.channel.Refusal;
import org.fastsend.relay.lease.Lease;

/// Where the store says what it holds of a transfer: exactly one call. Thread-safe.
public interface HoldingsReply {
    /// All of it is durable, and so is the lease.
    void holds(Holdings holdings, Lease lease);

    void refused(Refusal refusal, String reason);
}
