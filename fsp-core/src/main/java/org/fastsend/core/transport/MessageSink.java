package org.fastsend.core.transport;

/// Where the bytes of arriving messages go: each byte of a message once, ranges in any order. Called on
/// the connection's thread from within [UdpConnection#handleDatagram].
public interface MessageSink {
    /// A range arrived for the first time. What is taken here counts against the receive window until
    /// [UdpConnection#release]; the whole message is told of by [UdpEvent.Received].
    ///
    /// @param messageId the peer's number of the message
    /// @param messageLength of the whole message, as the peer's first range said; at most what the peer
    ///     could offer
    /// @param offset of the range in the message
    /// @param bytes hold the range from `from`, `length` bytes; only valid during the call
    void write(long messageId, int messageLength, int offset, byte[] bytes, int from, int length);

    /// What was written of a message that is not whole yet, for repairs of the rest. Of ranges that did not come,
    /// anything.
    ///
    /// @param into to be filled from its beginning, `length` bytes
    void readBack(long messageId, int offset, byte[] into, int length);
}
