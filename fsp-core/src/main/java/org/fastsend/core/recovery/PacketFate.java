package org.fastsend.core.recovery;

/// What became of a tracked packet. The packet is described as it was when it was sent.
public interface PacketFate {
    /// It arrived.
    ///
    /// @param late it was taken for lost before
    void delivered(long number, int flags, int message, int offset, int length, boolean late);

    /// It counts as lost.
    void lost(long number, int flags, int message, int offset, int length);
}
