package org.fastsend.server.striping;

import java.util.Optional;
import java.util.OptionalInt;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.files.AnchoredPath;
import org.fastsend.core.manifest.Ticket;

/// What the FSP verbs need done: transfers that go on whatever becomes of the session that asked for them.
/// Thread-safe. Methods throw FspException with a line for people.
public interface StripingService {
    /// Starts striping a file or directory for whoever holds the key `holder`.
    ///
    /// @param user who asked; a transfer is found again only by its user
    /// @param source anchored where the user's tree begins
    StripedTransfer stripe(String user, AnchoredPath source, StripeOptions options, Recipient recipient);

    /// Starts collecting what the sender of the ticket stripes.
    ///
    /// @param destination a directory, or the name that the transfer's one file shall have; anchored where
    ///     the user's tree begins
    RunningTransfer collect(String user, AnchoredPath destination, StripeOptions options, Ticket ticket);

    /// The UDP port where this host answers the overlay's probes, if it does.
    OptionalInt probePort();

    /// A transfer of this user that runs, or ended not long ago.
    Optional<RunningTransfer> find(String user, TransferId transfer);
}
