package org.fastsend.core.transport;

import org.fastsend.core.congestion.Controller;

/// How large full datagrams are: as large as the path carries, if the rate is fit for it. Not thread-safe.
final class DatagramSize {
    /// Datagrams larger than jumbo frames' are for rates at which they take no longer than that: what is paced in few
    /// large pieces at a low rate is a burst to whoever stands behind it.
    private static final int LARGE_PER_SECOND = 4_000;

    private final Controller controller;
    private final int ipOverheadBytes;
    private final MtuSearch mtu;
    private int pathBytes;
    private int bytes;

    DatagramSize(UdpSettings settings, Controller controller) {
        this.controller = controller;
        this.ipOverheadBytes = settings.ipOverheadBytes();
        this.mtu = new MtuSearch(settings.maxDatagramBytes());
        this.pathBytes = mtu.datagramBytes();
        this.bytes = pathBytes;
    }

    MtuSearch mtu() {
        return mtu;
    }

    /// UDP payload of a full datagram.
    int bytes() {
        if (mtu.datagramBytes() != pathBytes) {
            fit();
        }
        return bytes;
    }

    /// IP bytes of a full datagram.
    int ipBytes() {
        return bytes() + ipOverheadBytes;
    }

    /// The path or the rate may have changed.
    void fit() {
        pathBytes = mtu.datagramBytes();
        int fitting = Math.min(pathBytes, MtuSearch.rung(controller.rateBytesPerSecond() / LARGE_PER_SECOND));
        if (fitting != bytes) {
            bytes = fitting;
            controller.handleDatagramBytes(ipBytes());
        }
    }
}
