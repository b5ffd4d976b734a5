package org.fastsend.overlay.net;

import org.fastsend.overlay.peer.Endpoint;

/// A way to a peer: datagrams to its endpoint, or the same datagrams through a TCP connection with it.
record Path(Endpoint endpoint, boolean tcp) {
    static Path udp(Endpoint endpoint) {
        return new Path(endpoint, false);
    }

    Path overTcp() {
        return new Path(endpoint, true);
    }
}
