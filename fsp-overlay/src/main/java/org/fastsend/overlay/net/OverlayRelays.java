package org.fastsend.overlay.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.select.Bounds;
import org.fastsend.overlay.select.GoodputBook;
import org.fastsend.overlay.select.Wish;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The relays that the overlay offers to this server or client, and what it has learnt of them: kept in a file of its
/// own over a restart. Thread-safe.
public final class OverlayRelays implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OverlayRelays.class);
    private static final int MAX_FILE_BYTES = 1 << 20;

    private final OverlayClient client;
    private final GoodputBook book;
    private final Path file;

    private OverlayRelays(OverlayClient client, GoodputBook book, Path file) {
        this.client = client;
        this.book = book;
        this.file = file;
    }

    /// A socket of its own, for as many stripes as there are.
    ///
    /// @param members of the overlay to ask, any of which will do
    /// @param caps of answers and stripes; empty for those of everybody
    /// @param file for what is learnt; it and its directory may be missing
    public static OverlayRelays open(
            Identity self,
            Federation federation,
            List<RelayAddress> members,
            Optional<Caps> caps,
            Path file,
            NanoClock clock) {
        GoodputBook book = GoodputBook.of(read(file));
        var client = OverlayClient.open(self, federation, members, caps, clock, new SecureRandom());
        return new OverlayRelays(client, book, file);
    }

    /// The directory for one stripe from this host. Waits for the overlay where distances have to be known.
    ///
    /// @param receiver if it is known; throws USAGE if the bounds need to know more of it
    /// @param sources what is to be sent: together the relays need room for it, if its size is known
    public RelayDirectory directory(Bounds bounds, Optional<Receiver> receiver, List<Path> sources) {
        if (bounds.needReceiver() && receiver.flatMap(Receiver::probed).isEmpty()) {
            throw new FspException(
                    ErrorCode.USAGE,
                    "how far relays are from the receiver cannot be measured: it answers no probes of the overlay;"
                            + " leave out dr= and middle");
        }
        Wish wish = Wish.ANY.withBounds(bounds).withBytes(bytes(sources));
        OverlayDirectory directory = directory(wish, new OverlayDirectory.Sides(Endpoint.SELF, receiver));
        if (bounds.needDistances()) {
            directory.lookAhead();
        }
        return directory;
    }

    /// The UDP port where this host answers the overlay's probes, for those who choose relays near it.
    public int probePort() {
        return client.probePort();
    }

    /// The bytes of some files; 0 if there is a directory among them, which nobody has been through yet.
    private static long bytes(List<Path> sources) {
        long sum = 0;
        for (Path source : sources) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(source, BasicFileAttributes.class);
                if (!attributes.isRegularFile()) {
                    return 0;
                }
                sum += attributes.size();
            } catch (IOException e) {
                LOG.debug("the size of {} is not known: {}", source, e.getMessage()); // sending it will say more
                return 0;
            }
        }
        return sum;
    }

    /// The same for a stripe between any two hosts that answer probes.
    public OverlayDirectory directory(Wish wish, OverlayDirectory.Sides sides) {
        return new OverlayDirectory(client, book, wish, sides);
    }

    @Override
    public void close() {
        client.close();
        List<String> lines = book.lines();
        if (lines.isEmpty()) {
            return;
        }
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(fresh, lines);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("cannot keep in {} how fast relays were: {}", file, e.getMessage());
        }
    }

    private static List<String> read(Path file) {
        try {
            return Files.size(file) > MAX_FILE_BYTES ? List.of() : Files.readAllLines(file);
        } catch (NoSuchFileException _) {
            return List.of(); // nothing is learnt yet
        } catch (IOException e) {
            LOG.warn("cannot read {}: {}", file, e.getMessage());
            return List.of();
        }
    }
}
