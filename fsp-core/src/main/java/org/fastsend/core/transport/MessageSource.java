package org.fastsend.core.transport;

/// Where the bytes of offered messages come from. The connection keeps no copy: it reads a range when
/// it sends it, and again when it has to send it again, until the message is delivered or cancelled.
/// Called on the connection's thread.
@FunctionalInterface
public interface MessageSource {
    /// Copies a range of a message, the same bytes each time.
    ///
    /// @param messageId as [UdpConnection#offer] returned it
    /// @param offset    of the range in the message
    /// @param into      to be filled from `at`, `length` bytes
    void read(long messageId, int offset, byte[] into, int at, int length);
}
