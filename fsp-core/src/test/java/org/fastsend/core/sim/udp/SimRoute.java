package org.fastsend.core.sim.udp;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;

/// The links that datagrams of one end cross, in order, to another end.
final class SimRoute {
    private final DatagramLink[] links;
    private final SimEnd end;
    private final ArrayDeque<SimDatagram> shortFree = new ArrayDeque<>();
    private final ArrayDeque<SimDatagram> longFree = new ArrayDeque<>();

    SimRoute(List<DatagramLink> links, SimEnd end) {
        this.links = links.toArray(DatagramLink[]::new);
        this.end = end;
    }

    void send(
            byte[] bytes,
            int at,
            int length,
            int ipBytes,
            InetSocketAddress from,
            InetSocketAddress to,
            long nowNanos) {
        SimDatagram datagram = (length > 512 ? longFree : shortFree).pollFirst();
        if (datagram == null) {
            datagram = new SimDatagram();
        }
        datagram.set(bytes, at, length);
        datagram.ipBytes = ipBytes;
        datagram.route = this;
        datagram.hop = 0;
        datagram.from = from;
        datagram.to = to;
        links[0].send(datagram, nowNanos);
    }

    /// It left a link.
    void proceed(SimDatagram datagram, long nowNanos) {
        datagram.hop++;
        if (datagram.hop < links.length) {
            links[datagram.hop].send(datagram, nowNanos);
        } else {
            end.receive(datagram, nowNanos);
            free(datagram);
        }
    }

    /// It is of no more use.
    void free(SimDatagram datagram) {
        (datagram.length() > 512 ? longFree : shortFree).addFirst(datagram);
    }
}
