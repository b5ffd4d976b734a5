package org.fastsend.client.cli;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.fastsend.client.collecting.Destination;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.TicketFile;
import org.fastsend.core.manifest.Ticket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where a ticket goes. It is a secret: into a file that only its owner reads, or before the eyes of the
/// person at the terminal, never into a pipe or a log.
sealed interface TicketPlace {
    /// A file for that transfer's ticket, which holds none of another: nothing else may open what that one was for.
    record File(Path path, TransferId transfer) implements TicketPlace {
        void write(Ticket ticket) {
            if (isOurs()) {
                TicketFile.write(path, ticket.encode());
            } else {
                TicketFile.writeNew(path, ticket.encode());
            }
        }

        /// Whether an earlier run of the same transfer got so far.
        private boolean isOurs() {
            if (!Files.isRegularFile(path)) {
                return false;
            }
            try {
                String text = TicketFile.read(path.toString(), InputStream.nullInputStream());
                return Ticket.parse(text).transfer().equals(transfer);
            } catch (FspException e) {
                LOG.debug("{} holds no ticket", path, e);
                return false;
            }
        }
    }

    record Screen() implements TicketPlace {}

    Logger LOG = LoggerFactory.getLogger(TicketPlace.class);

    /// The file named, else the screen if there is one, else a file named after the transfer.
    ///
    /// @param given what the person asked for
    /// @param forScript whether standard output belongs to a script
    static TicketPlace of(Optional<Path> given, boolean forScript, TransferId transfer) {
        if (given.isPresent()) {
            return new File(given.get(), transfer);
        }
        boolean shown = !forScript && Terminal.isOutput();
        return shown ? new Screen() : new File(Path.of("fsp-" + transfer + ".ticket"), transfer);
    }

    /// Fails with NOT_WRITABLE now rather than after the transfer.
    default void check() {
        if (this instanceof File file) {
            Destination.prepared(
                    Objects.requireNonNull(file.path.toAbsolutePath().getParent()));
            if (Files.exists(file.path, LinkOption.NOFOLLOW_LINKS) && !file.isOurs()) {
                throw TicketFile.isInTheWay(file.path);
            }
        }
    }
}
