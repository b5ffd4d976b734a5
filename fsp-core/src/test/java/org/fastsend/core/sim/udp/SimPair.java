package org.fastsend.core.sim.udp;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.transport.MessageSink;
import org.fastsend.core.transport.MessageSource;
import org.fastsend.core.transport.Side;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpSecrets;
import org.fastsend.core.transport.UdpSettings;

/// A connection in the simulated network whose two ends a test drives itself; A is the initiator.
public final class SimPair {
    private final SimEnd a;
    private final SimEnd b;

    public SimPair(
            DatagramWorld world,
            UdpSettings settings,
            DatagramLink there,
            DatagramLink back,
            MessageSource sourceOfA,
            MessageSink sinkOfA,
            MessageSource sourceOfB,
            MessageSink sinkOfB) {
        a = new SimEnd(world, SimClock.exact(), address("a"), settings.ipOverheadBytes());
        b = new SimEnd(world, new SimClock(-7_000_000_000L, 0), address("b"), settings.ipOverheadBytes());
        byte[] exported = new byte[UdpSecrets.EXPORTED_BYTES];
        new Random(1).nextBytes(exported);
        attach(a, b, Side.INITIATOR, exported, settings, sourceOfA, sinkOfA, there);
        attach(b, a, Side.ACCEPTOR, exported, settings, sourceOfB, sinkOfB, back);
    }

    public SimEnd a() {
        return a;
    }

    public SimEnd b() {
        return b;
    }

    private static void attach(
            SimEnd end,
            SimEnd other,
            Side side,
            byte[] exported,
            UdpSettings settings,
            MessageSource source,
            MessageSink sink,
            DatagramLink out) {
        int ipBytes = settings.usualIpBytes();
        UdpConnection connection = new UdpConnection(
                new UdpSecrets(side, exported),
                settings,
                side == Side.INITIATOR ? other.address() : null,
                Algorithm.FSP.controller(RateSettings.UNBOUNDED, ipBytes, end.localNanos()),
                source,
                sink,
                1,
                end.localNanos());
        end.attach(connection, new SimRoute(List.of(out), other));
    }

    private static InetSocketAddress address(String host) {
        return InetSocketAddress.createUnresolved(host, 4_000);
    }
}
