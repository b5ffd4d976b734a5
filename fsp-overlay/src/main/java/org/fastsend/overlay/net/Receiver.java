package org.fastsend.overlay.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalLong;
import org.fastsend.overlay.peer.Endpoint;

/// What is known of the host that a stripe is for.
///
/// @param probed where it answers the overlay's probes; empty if it does not, or nobody knows where
/// @param ownSubnet where it takes blocks itself, beside the relays, so that a relay there would share its link; empty
///     if it does not
public record Receiver(Optional<Endpoint> probed, OptionalLong ownSubnet) {
    /// A host that takes blocks itself and answers probes.
    public static Receiver at(Endpoint endpoint) {
        return new Receiver(Optional.of(endpoint), OptionalLong.of(endpoint.subnet()));
    }

    /// A host that one end of the stripe has a connection with.
    ///
    /// @param probePort UDP port where it answers probes; 0 if it does not
    /// @param takesBlocks whether it takes blocks itself
    public static Receiver of(InetAddress address, int probePort, boolean takesBlocks) {
        Endpoint endpoint = Endpoint.of(new InetSocketAddress(address, probePort));
        return new Receiver(
                probePort == 0 ? Optional.empty() : Optional.of(endpoint),
                takesBlocks ? OptionalLong.of(endpoint.subnet()) : OptionalLong.empty());
    }
}
