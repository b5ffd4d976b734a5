package org.fastsend.overlay.net;

import java.util.LinkedHashMap;
import java.util.Map;
import org.fastsend.overlay.peer.Endpoint;

/// Whether datagrams get through to hosts, or only TCP does, as far as what came from them tells. It is known of a host
/// rather than of a port: who called over TCP from some port has its own session port blocked likewise. Bounded. Not
/// thread-safe.
final class Ways {
    private static final int MOST = 4096;

    private final Map<Host, Heard> hosts = new LinkedHashMap<>();
    private boolean overUdp;
    private boolean overTcp;

    private record Host(long high, long low) {
        private static Host of(Endpoint endpoint) {
            return new Host(endpoint.high(), endpoint.low());
        }
    }

    /// The last that came, and when.
    private record Heard(boolean tcp, long atNanos) {}

    /// Something authentic came.
    void heard(Path from, long nowNanos) {
        overTcp |= from.tcp();
        overUdp |= !from.tcp();
        Host host = Host.of(from.endpoint());
        hosts.remove(host);
        hosts.put(host, new Heard(from.tcp(), nowNanos));
        if (hosts.size() > MOST) {
            hosts.remove(hosts.keySet().iterator().next());
        }
    }

    boolean isHeard(Endpoint endpoint) {
        return hosts.containsKey(Host.of(endpoint));
    }

    /// TCP does not get through, or no longer.
    void failed(Endpoint endpoint) {
        hosts.remove(Host.of(endpoint));
    }

    /// The way to try first. A host that is not known is as others are, if nobody has been heard over UDP yet.
    Path to(Endpoint endpoint, long nowNanos) {
        Heard last = hosts.get(Host.of(endpoint));
        boolean tcp =
                last == null ? overTcp && !overUdp : last.tcp() && nowNanos - last.atNanos() <= SecureLinks.TCP_NANOS;
        return new Path(endpoint, tcp);
    }
}
