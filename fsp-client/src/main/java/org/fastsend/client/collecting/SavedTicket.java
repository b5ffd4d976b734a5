package org.fastsend.client.collecting;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.files.PrivateDirectory;
import org.fastsend.core.files.TicketFile;
import org.fastsend.core.manifest.Ticket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The ticket of a collection that is under way, kept beside what came of it, so that the same command run
/// again goes on there. It is named after what was asked for and where it was to go; the work directory
/// lets only its owner look.
final class SavedTicket {
    private static final Logger LOG = LoggerFactory.getLogger(SavedTicket.class);
    private static final String PREFIX = "ticket-";
    /// Begins the names of work directories; the transfer's id follows.
    private static final String WORK = ".fsp-";

    private final Path file;
    private final Ticket ticket;

    private SavedTicket(Path file, Ticket ticket) {
        this.file = file;
        this.ticket = ticket;
    }

    Ticket ticket() {
        return ticket;
    }

    /// What an earlier run of the same request left, unless its lease is over.
    static Optional<SavedTicket> find(Path destination, String source, long nowEpochSeconds) {
        Path absolute = destination.toAbsolutePath();
        Path parent = absolute.getParent();
        List<Path> places = parent == null ? List.of(absolute) : List.of(absolute, parent);
        return places.stream()
                .flatMap(place -> in(place, name(destination, source)).stream())
                .filter(saved -> saved.ticket.expiresEpochSeconds() > nowEpochSeconds)
                .findFirst();
    }

    static SavedTicket save(OutputTree output, Path destination, String source, Ticket ticket) {
        Path file = output.aside(name(destination, source));
        TicketFile.write(file, ticket.encode());
        return new SavedTicket(file, ticket);
    }

    /// Where it is kept, with what has come.
    Path directory() {
        return Objects.requireNonNull(file.getParent());
    }

    /// The next run shall begin anew.
    void forget() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Nothing will ever come of this one: forgets what came of it, too, but for files that are whole.
    void discard() {
        Path work = directory();
        try (Stream<Path> all = Files.walk(work)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            LOG.warn("{} is of no use and stays", work, e);
        }
    }

    private static List<SavedTicket> in(Path place, String name) {
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        List<SavedTicket> found = new ArrayList<>();
        try (DirectoryStream<Path> works = Files.newDirectoryStream(place, WORK + "*")) {
            for (Path work : works) {
                Path file = work.resolve(name);
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    read(work, file).ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /// The destination, or what is above it, may be a place where others make directories, too: what they would
    /// have collected is nothing that was asked for.
    private static Optional<SavedTicket> read(Path work, Path file) throws IOException {
        if (!PrivateDirectory.is(work)) {
            LOG.warn("{} is left alone: it is not a directory of this user alone (mode 0700)", work);
            return Optional.empty();
        }
        try {
            Ticket ticket = Ticket.parse(TicketFile.read(file.toString(), InputStream.nullInputStream()));
            if (work.getFileName().toString().startsWith(WORK + ticket.transfer())) {
                return Optional.of(new SavedTicket(file, ticket));
            }
            LOG.warn("{} is left alone: its ticket is for another transfer", work);
        } catch (FspException e) {
            LOG.warn("what an earlier run left in {} is of no use: {}", work, e.getMessage());
        }
        return Optional.empty();
    }

    private static String name(Path destination, String source) {
        String request = source + "\n" + destination.toAbsolutePath().normalize();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(request.getBytes(StandardCharsets.UTF_8));
            return PREFIX + HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
