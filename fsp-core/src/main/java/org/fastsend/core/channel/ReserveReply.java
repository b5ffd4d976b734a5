package org.fastsend.core.channel;

/// Where a {@link BlockHost} says how much room it keeps: exactly one call. Thread-safe.
public interface ReserveReply {
    /// So much is kept from now on.
    ///
    /// @param bytes at most as many as were asked for
    void reserved(long bytes);

    void refused(Refusal refusal, String reason);
}
