package org.fastsend.core.transport;

import java.net.InetSocketAddress;

/// What happened on a connection, in the order in which it happened. Message ids of the two directions
/// are independent.
public sealed interface UdpEvent {
    /// The peer proved itself and messages travel from now on.
    record Opened(int version) implements UdpEvent {}

    /// An offered message is whole at the peer.
    record Delivered(long messageId) implements UdpEvent {}

    /// A message from the peer is whole: all its ranges went to the sink.
    record Received(long messageId, int length) implements UdpEvent {}

    /// The peer does not want an offered message; it is forgotten.
    record Refused(long messageId) implements UdpEvent {}

    /// The peer took back a message of which some ranges arrived; none will follow.
    record Withdrawn(long messageId) implements UdpEvent {}

    /// The peer is now reached at another address.
    record PathChanged(InetSocketAddress address) implements UdpEvent {}

    /// The last event. Messages that were not told to be delivered may have arrived or not.
    record Closed(CloseReason reason, String text) implements UdpEvent {}
}
