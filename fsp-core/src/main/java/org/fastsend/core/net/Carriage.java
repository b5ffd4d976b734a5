package org.fastsend.core.net;

import java.net.InetSocketAddress;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.udp.Cores;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.net.udp.WarmUp;

/// How the blocks of a transfer, or of all that a listener serves, travel.
///
/// @param kind what they travel on; a listener takes UDP unless it is TCP
/// @param rate of what this end sends over UDP
/// @param warmUp for its first connection over UDP
/// @param cores that connections over UDP may take
/// @param law by which this end sends over UDP
public record Carriage(ChannelKind kind, TransferRate rate, WarmUp warmUp, Cores cores, Algorithm law) {
    public Carriage(ChannelKind kind, TransferRate rate) {
        this(kind, rate, Cores.ofThisHost());
    }

    public Carriage(ChannelKind kind, TransferRate rate, Cores cores) {
        this(kind, rate, new WarmUp(), cores, Algorithm.FSP);
    }

    /// The same by another law.
    public Carriage by(Algorithm other) {
        return new Carriage(kind, rate, warmUp, cores, other);
    }

    /// A session with that peer begins: some round trips later blocks may travel over UDP.
    void expect(InetSocketAddress peer, long rttNanos) {
        if (mayTryUdp(peer, rttNanos)) {
            warmUp.begin();
        }
    }

    /// Whether blocks for a peer so far away may travel over UDP.
    boolean mayTryUdp(InetSocketAddress peer, long rttNanos) {
        return ChannelTrial.towards(peer, kind, rttNanos).udp(1) > 0;
    }

    /// Whatever there is, as fast as the network allows.
    public static Carriage unbounded() {
        return new Carriage(ChannelKind.AUTO, new TransferRate(RateSettings.UNBOUNDED));
    }
}
