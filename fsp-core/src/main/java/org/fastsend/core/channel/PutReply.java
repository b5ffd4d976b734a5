package org.fastsend.core.channel;

/// Where a host says how a write ended: exactly one call. Thread-safe.
public interface PutReply {
    void stored();

    void refused(Refusal refusal, String reason);
}
