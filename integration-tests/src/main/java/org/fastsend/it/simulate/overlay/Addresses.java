package org.fastsend.it.simulate.overlay;

import org.fastsend.overlay.peer.Endpoint;

/// Which simulated host has which address: hosts of one LAN share a /24, all others have one for themselves. A host
/// that was replaced by a new one listens on another port.
final class Addresses {
    private static final int ALONE = 1 << 16;
    private static final int SHARED = 1 << 23;
    private static final int FIRST_PORT = 4000;
    private static final int PORTS = 60_000;
    private static final int LAN_HOSTS = 8;
    private static final int HOST_BITS = 8;

    private final Terrain terrain;

    Addresses(Terrain terrain) {
        this.terrain = terrain;
    }

    Endpoint of(int host, int generation) {
        int lan = terrain.lanOf(host);
        int network = lan < 0 ? ALONE + host : SHARED + lan;
        int address = network << HOST_BITS | (1 + host % LAN_HOSTS);
        return Endpoint.v4(address, FIRST_PORT + generation % PORTS);
    }

    static int hostAt(Endpoint endpoint) {
        int address = (int) endpoint.low();
        int network = address >>> HOST_BITS;
        return network >= SHARED ? (network - SHARED) * LAN_HOSTS + (address & 0xff) - 1 : network - ALONE;
    }

    static int generationAt(Endpoint endpoint) {
        return endpoint.port() - FIRST_PORT;
    }
}
