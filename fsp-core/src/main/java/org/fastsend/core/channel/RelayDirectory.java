package org.fastsend.core.channel;

import java.util.List;

/// Says which relays a stripe may use: a static list, or whoever asks the overlay. One directory serves one stripe at
/// a time.
@FunctionalInterface
public interface RelayDirectory {
    /// Relays to begin with, the best first; never the same one twice. May block on the network.
    List<RelayAddress> relays();

    /// Who decides from then on, while the stripe runs; asked once, after {@link #relays} has answered.
    ///
    /// @param firstComeFirstServe whether blocks go to whoever is free: with another strategy each relay
    ///     has its share
    default RelayChoice choice(boolean firstComeFirstServe) {
        return RelayChoice.ALL;
    }
}
