package org.fastsend.client.cli;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.fastsend.client.collecting.Destination;
import org.fastsend.core.block.TransferId;

/// Where a ticket goes. It is a secret: into a file that only its owner reads, or before the eyes of the
/// person at the terminal, never into a pipe or a log.
sealed interface TicketPlace {
    record File(Path path) implements TicketPlace {}

    record Screen() implements TicketPlace {}

    /// The file named, else the screen if there is one, else a file named after the transfer.
    ///
    /// @param given what the person asked for
    /// @param forScript whether standard output belongs to a script
    static TicketPlace of(Optional<Path> given, boolean forScript, TransferId transfer) {
        if (given.isPresent()) {
            return new File(given.get());
        }
        boolean shown = !forScript && Terminal.isOutput();
        return shown ? new Screen() : new File(Path.of("fsp-" + transfer + ".ticket"));
    }

    /// Fails with NOT_WRITABLE now rather than after the transfer.
    default void check() {
        if (this instanceof File(Path path)) {
            Destination.prepared(Objects.requireNonNull(path.toAbsolutePath().getParent()));
        }
    }
}
