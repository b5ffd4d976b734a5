package org.fastsend.client.collecting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.ftp.RemoteEntry;
import org.fastsend.client.ftp.RemoteFiles;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.RootedPath;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.net.rate.Pace;
import org.fastsend.core.time.NanoClock;

/// A file or tree from any FTP server, one RETR after the other. Each file is written under a name of its
/// own in `DEST/.fsp-plain` and gets its final name when it is whole, and at the server still what it was
/// when it was listed; run again, it goes on in the middle of a file that has not changed, and skips those
/// that are here. What cannot be fetched of a tree is named, and the rest is. What the server says is
/// hostile: nothing is written outside the destination.
public final class PlainDownload {
    static final String PARTIAL_DIRECTORY = ".fsp-plain";

    private static final int MAX_DEPTH = 500;

    private final FtpServer server;
    private final RemoteFiles remote;
    private final Path destination;
    private final NanoClock clock;
    private final Pace pace;
    private final Consumer<TransferEvent> listener;
    private final Deque<Directory> ahead = new ArrayDeque<>();
    private long files;
    private long bytes;
    private long totalBytes;

    /// @param virtual its path below the place's root, `/` for that itself
    private record Directory(String path, String virtual, int depth) {}

    /// Where things go: a directory that exists.
    private record Place(Path root, RootedPath rooted, Path partials) {
        static Place in(Path directory) {
            Path root = Destination.prepared(directory.toAbsolutePath());
            return new Place(root, new RootedPath(root), root.resolve(PARTIAL_DIRECTORY));
        }
    }

    /// @param destination a directory, made if need be; or, for a single file, its name
    /// @param pace what the files' bytes keep to
    public PlainDownload(
            FtpServer server, Path destination, NanoClock clock, Pace pace, Consumer<TransferEvent> listener) {
        this.server = server;
        this.remote = server.files();
        this.destination = destination;
        this.clock = clock;
        this.pace = pace;
        this.listener = listener;
    }

    /// Fetches what is at an absolute path, under its own name; of `/`, what is in it; a single file under
    /// the name of the destination unless that is a directory.
    public TransferReport run(String path) {
        long startedNanos = clock.nanos();
        RemoteEntry top = remote.describe(path);
        boolean renamed = top.kind() == FileKind.FILE && !Files.isDirectory(destination);
        Path whole = destination.toAbsolutePath();
        Place place = Place.in(renamed ? Objects.requireNonNull(whole.getParent()) : whole);
        try {
            Files.createDirectories(place.partials);
            if (path.equals("/")) {
                ahead.add(new Directory("/", "/", 0));
            } else {
                totalBytes += top.size().orElse(0);
                take(place, path, "/" + (renamed ? whole.getFileName().toString() : top.name()), top, 0);
            }
            if (!ahead.isEmpty()) {
                enter(place, ahead.removeLast()); // without its root nothing of a tree can be had
            }
            while (!ahead.isEmpty()) {
                Directory next = ahead.removeLast();
                orNamed(next.path, () -> enter(place, next));
            }
            removeIfEmpty(place.partials);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new TransferReport(bytes, files, (clock.nanos() - startedNanos) / 1e9, 0, List.of(), List.of());
    }

    /// What brings one of many.
    @FunctionalInterface
    private interface Bringing {
        void run() throws IOException;
    }

    /// Brings one of many, or says why not: the others are not to suffer from it.
    private void orNamed(String path, Bringing bringing) throws IOException {
        try {
            bringing.run();
        } catch (FspException e) {
            if (!isOfOneAlone(e)) {
                throw e;
            }
            listener.accept(new TransferEvent.FileTrouble(path, e.getMessage()));
        }
    }

    private static boolean isOfOneAlone(FspException e) {
        return switch (e.code()) {
            case MISSING_PATH, NOT_WRITABLE, SOURCE_CHANGED -> true;
            default -> false;
        };
    }

    private void enter(Place place, Directory directory) throws IOException {
        List<RemoteEntry> entries = remote.list(directory.path);
        entries.forEach(entry -> totalBytes += entry.size().orElse(0));
        for (RemoteEntry entry : entries) {
            String path = below(directory.path, entry.name());
            String virtual = below(directory.virtual, entry.name());
            orNamed(path, () -> take(place, path, virtual, entry, directory.depth));
        }
    }

    private static String below(String directory, String name) {
        return directory.endsWith("/") ? directory + name : directory + "/" + name;
    }

    private void take(Place place, String path, String virtual, RemoteEntry entry, int depth) throws IOException {
        if (virtual.equals("/" + PARTIAL_DIRECTORY)) {
            throw new FspException(ErrorCode.PROTOCOL, path + " has the name that partial files are kept under here");
        }
        Path target = place.rooted.creatable(virtual);
        switch (entry.kind()) {
            case FILE -> fetch(place, path, target, entry);
            case DIRECTORY -> {
                if (depth >= MAX_DEPTH) {
                    throw new FspException(ErrorCode.PROTOCOL, path + " lies more than " + MAX_DEPTH + " levels deep");
                }
                if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
                    createDirectory(target);
                }
                ahead.add(new Directory(path, virtual, depth + 1));
            }
            case LINK -> link(place, path, target, entry);
        }
        files++;
    }

    private static void createDirectory(Path target) throws IOException {
        try {
            Files.createDirectory(target);
        } catch (FileAlreadyExistsException e) {
            throw inTheWay(target, e);
        }
    }

    private static FspException inTheWay(Path target, IOException e) {
        return new FspException(ErrorCode.NOT_WRITABLE, target + " is in the way; move it aside", e);
    }

    private void link(Place place, String path, Path target, RemoteEntry entry) throws IOException {
        if (entry.linkTarget().isEmpty()) {
            throw new FspException(
                    ErrorCode.MISSING_PATH, server.address() + " does not tell where the link " + path + " leads");
        }
        Path fresh = partial(place, path, entry);
        Files.deleteIfExists(fresh);
        Files.createSymbolicLink(fresh, Path.of(entry.linkTarget().get()));
        rename(fresh, target);
    }

    private void fetch(Place place, String path, Path target, RemoteEntry listed) throws IOException {
        RemoteEntry entry = remote.dated(path, listed);
        if (new LocalCopy(target).isOf(entry)) {
            arrived(entry.size().orElse(0));
            return;
        }
        Path partial = partial(place, path, entry);
        try (FileChannel out = FileChannel.open(
                partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            boolean known = entry.size().isPresent() && entry.modified().isPresent();
            long have = known && remote.canResume() ? out.size() : 0;
            if (have > entry.size().orElse(0)) {
                have = 0;
            }
            out.truncate(have).position(have);
            arrived(have);
            long whole = entry.size().orElse(-1);
            if (have != whole || whole == 0) {
                have += receive(path, have, out);
            }
            if (whole >= 0 && have != whole) {
                throw new FspException(
                        ErrorCode.SOURCE_CHANGED,
                        server.address() + " sent " + have + " bytes of " + path + ", which should have " + whole
                                + "; it changes, try again later");
            }
            requireUnchanged(path, entry);
            out.force(true);
        } catch (FspException e) {
            if (isOfOneAlone(e)) {
                Files.deleteIfExists(partial); // nothing to go on with
            }
            throw e;
        }
        new LocalCopy(partial).adorn(entry);
        rename(partial, target);
    }

    /// Servers send whatever is in a file, also of one that is written anew meanwhile, or was since it was
    /// listed.
    private void requireUnchanged(String path, RemoteEntry entry) {
        if (!entry.isVersionOf(remote.again(path, entry))) {
            throw new FspException(
                    ErrorCode.SOURCE_CHANGED,
                    path + " changed at " + server.address() + " while it was fetched; try again later");
        }
    }

    private long receive(String path, long offset, FileChannel out) {
        return remote.retrieve(path, offset, pace, data -> {
            try {
                arrived(data.remaining());
                while (data.hasRemaining()) {
                    out.write(data);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void arrived(long count) {
        bytes += count;
        listener.accept(new TransferEvent.Progress(bytes, Math.max(bytes, totalBytes)));
    }

    /// The name that a version of a file is collected under: another size or time is another name, so that
    /// two versions are never mixed. Where the server tells no time, nothing is gone on with.
    private Path partial(Place place, String path, RemoteEntry entry) {
        String version = server.address() + "\n" + path + "\n" + entry.kind() + entry.size() + entry.modified();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(version.getBytes(StandardCharsets.UTF_8));
            return place.partials.resolve(HexFormat.of().formatHex(hash, 0, 16));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void rename(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (Files.isDirectory(to, LinkOption.NOFOLLOW_LINKS)) {
                throw inTheWay(to, e);
            }
            throw e;
        }
    }

    private static void removeIfEmpty(Path directory) throws IOException {
        try {
            Files.delete(directory);
        } catch (DirectoryNotEmptyException e) {
            // partial files of other transfers
        }
    }
}
