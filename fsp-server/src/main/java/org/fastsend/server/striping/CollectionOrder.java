package org.fastsend.server.striping;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.List;
import org.fastsend.core.manifest.Ticket;

/// What a client had the server collect: enough to go on with it after whatever happened to the server.
///
/// @param user who asked for it
/// @param streams parallel streams from each relay
/// @param after whether relays are asked for blocks only when everything is striped
record CollectionOrder(String user, Ticket ticket, Path destination, int streams, boolean after) {
    private static final int LINES = 4;
    private static final String AFTER = "after";

    /// Whether the sender of that one only comes back with this: the same is to appear in the same place.
    boolean continues(CollectionOrder earlier) {
        return user.equals(earlier.user)
                && destination.equals(earlier.destination)
                && ticket.transfer().equals(earlier.ticket.transfer())
                && ticket.key().equals(earlier.ticket.key())
                && ticket.sender().equals(earlier.ticket.sender());
    }

    /// A line each; the ticket makes it a secret.
    String encode() {
        return user + "\n" + destination.toUri() + "\n" + streams + "\n" + ticket.encode() + "\n"
                + (after ? AFTER + "\n" : "");
    }

    /// Throws IllegalArgumentException or FspException for anything that [#encode] did not write.
    static CollectionOrder parse(String text) {
        List<String> lines = text.lines().toList();
        boolean after = lines.size() == LINES + 1 && lines.get(LINES).equals(AFTER);
        if (lines.size() != LINES && !after) {
            throw new IllegalArgumentException("an order has " + LINES + " lines, not " + lines.size());
        }
        try {
            return new CollectionOrder(
                    lines.get(0),
                    Ticket.parse(lines.get(3)),
                    Path.of(URI.create(lines.get(1))),
                    Integer.parseInt(lines.get(2)),
                    after);
        } catch (FileSystemNotFoundException e) {
            throw new IllegalArgumentException("no such file system: " + lines.get(1), e);
        }
    }
}
