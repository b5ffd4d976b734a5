package org.fastsend.core.channel;

import org.fastsend.core.trust.Receipt;

/// Where a relay hands over its signed receipt: exactly one call. Thread-safe.
public interface ReleaseReply {
    void receipt(Receipt receipt);

    void refused(Refusal refusal, String reason);
}
