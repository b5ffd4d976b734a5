package org.fastsend.server.striping;

import java.nio.file.Path;
import java.util.List;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.overlay.select.Bounds;

/// Where a stripe's relays come from when the client names none. Thread-safe.
@FunctionalInterface
public interface RelaySource {
    /// The directory for one stripe.
    ///
    /// @param bounds where the client wants the relays
    /// @param sources what is to be sent
    RelayDirectory directory(Bounds bounds, List<Path> sources);

    /// Always the same relays.
    static RelaySource of(List<RelayAddress> known) {
        List<RelayAddress> relays = List.copyOf(known);
        return (_, _) -> () -> relays;
    }
}
