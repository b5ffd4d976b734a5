package org.fastsend.overlay.select;

import java.util.Set;
import org.fastsend.core.channel.RelayAddress;

/// A link that several targets share, so that its rate counts once.
///
/// @param relays behind it
/// @param receiver whether the receiver itself is behind it too, and takes blocks
/// @param bytesPerSecond what goes through it, all together
public record SharedLink(Set<RelayAddress> relays, boolean receiver, double bytesPerSecond) {
    public SharedLink {
        relays = Set.copyOf(relays);
    }
}
