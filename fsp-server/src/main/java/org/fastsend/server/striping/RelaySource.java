package org.fastsend.server.striping;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.overlay.net.OverlayRelays;
import org.fastsend.overlay.net.Receiver;
import org.fastsend.overlay.select.Bounds;

/// Where a stripe's relays come from when the client names none. Thread-safe.
public interface RelaySource {
    /// The directory for one stripe. Throws USAGE if nothing can be known that the bounds need.
    ///
    /// @param bounds where the client wants the relays
    /// @param sources what is to be sent
    RelayDirectory directory(Bounds bounds, Receiver receiver, List<Path> sources);

    /// Where this host answers the overlay's probes over UDP, if it does.
    OptionalInt probePort();

    /// Always the same relays.
    static RelaySource of(List<RelayAddress> known) {
        return new Known(List.copyOf(known));
    }

    /// What the overlay finds.
    static RelaySource of(OverlayRelays overlay) {
        return new Found(overlay);
    }

    record Known(List<RelayAddress> relays) implements RelaySource {
        @Override
        public RelayDirectory directory(Bounds bounds, Receiver receiver, List<Path> sources) {
            if (!bounds.equals(Bounds.ANYWHERE)) {
                throw new FspException(
                        ErrorCode.USAGE,
                        "this server's relays were named to it, and it does not know where they are; leave out what"
                                + " stands behind auto");
            }
            return () -> relays;
        }

        @Override
        public OptionalInt probePort() {
            return OptionalInt.empty();
        }
    }

    record Found(OverlayRelays overlay) implements RelaySource {
        @Override
        public RelayDirectory directory(Bounds bounds, Receiver receiver, List<Path> sources) {
            return overlay.directory(bounds, Optional.of(receiver), sources);
        }

        @Override
        public OptionalInt probePort() {
            return OptionalInt.of(overlay.probePort());
        }
    }
}
