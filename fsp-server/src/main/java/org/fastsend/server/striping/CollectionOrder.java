package org.fastsend.server.striping;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.files.AnchoredPath;
import org.fastsend.core.manifest.Ticket;

/// What a client had the server collect: enough to go on with it after whatever happened to the server.
///
/// @param user who asked for it
/// @param destination anchored where the user's tree begins
/// @param streams parallel streams from each relay
/// @param travel how its blocks are to travel
/// @param after whether relays are asked for blocks only when everything is striped
record CollectionOrder(
        String user, Ticket ticket, AnchoredPath destination, StreamWish streams, Travel travel, boolean after) {
    private static final int LINES = 4;
    private static final String AUTO = "auto";
    private static final String AFTER = "after";
    private static final String WITHIN = "within ";
    private static final String TRAVEL = "travel ";

    /// Whether the sender of that one only comes back with this: the same is to appear in the same place.
    boolean continues(CollectionOrder earlier) {
        return user.equals(earlier.user)
                && destination.path().equals(earlier.destination.path())
                && ticket.transfer().equals(earlier.ticket.transfer())
                && ticket.key().equals(earlier.ticket.key())
                && ticket.sender().equals(earlier.ticket.sender());
    }

    /// A line each; the ticket makes it a secret.
    String encode() {
        return user + "\n" + destination.path().toUri() + "\n" + encode(streams) + "\n" + ticket.encode() + "\n"
                + WITHIN + destination.anchor().toUri() + "\n" + TRAVEL + travel.encode() + "\n"
                + (after ? AFTER + "\n" : "");
    }

    /// Throws IllegalArgumentException or FspException for anything that [#encode] did not write. Orders of
    /// earlier versions do not say how blocks travel, or where the user's tree begins: the way to their
    /// destination is trusted, as it was then, so that nothing is lost. They end with their leases.
    static CollectionOrder parse(String text) {
        List<String> lines = text.lines().toList();
        if (lines.size() < LINES) {
            throw new IllegalArgumentException("an order has at least " + LINES + " lines");
        }
        Deque<String> more = new ArrayDeque<>(lines.subList(LINES, lines.size()));
        Optional<String> within = next(more, WITHIN);
        Optional<String> travel = next(more, TRAVEL);
        boolean after = more.removeFirstOccurrence(AFTER);
        if (!more.isEmpty()) {
            throw new IllegalArgumentException("an order has no line such as '" + more.getFirst() + "'");
        }
        try {
            Path destination = path(lines.get(1));
            return new CollectionOrder(
                    lines.get(0),
                    Ticket.parse(lines.get(3)),
                    within.map(anchor -> AnchoredPath.within(path(anchor), destination))
                            .orElseGet(() -> AnchoredPath.of(destination)),
                    streams(lines.get(2)),
                    travel.map(Travel::parse).orElse(Travel.DEFAULT),
                    after);
        } catch (FileSystemNotFoundException e) {
            throw new IllegalArgumentException("no such file system: " + lines.get(1), e);
        }
    }

    /// What stands in the next line behind this, if it begins so; it is taken away then.
    private static Optional<String> next(Deque<String> lines, String begin) {
        return Optional.ofNullable(lines.peek())
                .filter(line -> line.startsWith(begin))
                .map(line -> {
                    lines.remove();
                    return line.substring(begin.length());
                });
    }

    private static String encode(StreamWish streams) {
        return streams.mayGrow() ? AUTO : String.valueOf(streams.count());
    }

    private static StreamWish streams(String line) {
        return line.equals(AUTO) ? StreamWish.AUTO : StreamWish.exactly(Integer.parseInt(line));
    }

    private static Path path(String uri) {
        return Path.of(URI.create(uri));
    }
}
