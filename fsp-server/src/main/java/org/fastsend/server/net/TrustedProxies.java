package org.fastsend.server.net;

import java.net.InetAddress;
import java.util.List;

/// The networks of those who speak for others: each connection from there begins with a header of the PROXY protocol,
/// which says whose it really is. From anywhere else such a header is noise.
public record TrustedProxies(List<Subnet> networks) {
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    public TrustedProxies {
        networks = List.copyOf(networks);
    }

    public boolean include(InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }
}
