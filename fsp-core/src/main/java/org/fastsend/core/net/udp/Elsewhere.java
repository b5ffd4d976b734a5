package org.fastsend.core.net.udp;

import java.net.InetSocketAddress;

/// Where datagrams go that are for nobody on the loop to whose socket they came.
@FunctionalInterface
interface Elsewhere {
    /// A datagram has come; its bytes are valid during this call only.
    ///
    /// @param id of the connection that it names; 0 if it is none of a connection's
    /// @param waitedNanos for how long it has waited in this host, 0 where that is not known
    /// @return whether somebody else takes it
    boolean take(long id, byte[] bytes, int offset, int length, InetSocketAddress from, long waitedNanos);
}
