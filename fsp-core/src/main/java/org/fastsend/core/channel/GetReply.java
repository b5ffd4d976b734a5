package org.fastsend.core.channel;

import org.fastsend.core.block.SealedBlock;

/// Where a host hands over what was asked for: exactly one call. Thread-safe.
public interface GetReply {
    void block(SealedBlock block);

    void refused(Refusal refusal, String reason);
}
