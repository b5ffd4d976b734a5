package org.fastsend.core.net.udp;

import org.fastsend.core.transport.MessageSink;
import org.fastsend.core.transport.MessageSource;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpEvent;

/// What a connection is for: where its messages come from and go to. Every method is called on the loop's thread
/// and must not block.
public interface UdpHandler extends MessageSource, MessageSink {
    /// The connection may be given work: called after {@link UdpLine#wake}, and after anything happened on it.
    void turn(UdpConnection connection, long nowNanos);

    /// Something happened; {@link UdpEvent.Closed} is the last event, and follows also when the socket failed.
    void event(UdpEvent event, UdpConnection connection, long nowNanos);
}
