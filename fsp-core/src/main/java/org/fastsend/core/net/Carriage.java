package org.fastsend.core.net;

import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.net.udp.TransferRate;

/// How the blocks of a transfer, or of all that a listener serves, travel.
///
/// @param kind what they travel on; a listener takes UDP unless it is TCP
/// @param rate of what this end sends over UDP
public record Carriage(ChannelKind kind, TransferRate rate) {
    /// Whatever there is, as fast as the network allows.
    public static Carriage unbounded() {
        return new Carriage(ChannelKind.AUTO, new TransferRate(RateSettings.UNBOUNDED));
    }
}
