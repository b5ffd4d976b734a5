package org.fastsend.client.sending;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.ftp.Printable;
import org.fastsend.client.ftp.RemoteFiles;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.OmittedEntry;
import org.fastsend.core.files.SourceEntry;
import org.fastsend.core.files.SourceItem;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.files.SourceTree;
import org.fastsend.core.net.rate.Pace;
import org.fastsend.core.time.NanoClock;

/// Files and trees to any FTP server, one STOR after the other. Each file is stored under a name of its own
/// beside its final one, which it gets when the server has it whole; run again, it goes on in the middle.
public final class PlainUpload {
    private final FtpServer server;
    private final RemoteFiles remote;
    private final NanoClock clock;
    private final Pace pace;
    private final Consumer<TransferEvent> listener;
    private final List<String> troubles = new ArrayList<>();
    private long files;
    private long bytes;
    private long knownBytes;

    /// @param pace what the files' bytes keep to
    public PlainUpload(FtpServer server, NanoClock clock, Pace pace, Consumer<TransferEvent> listener) {
        this.server = server;
        this.remote = server.files();
        this.clock = clock;
        this.pace = pace;
        this.listener = listener;
    }

    /// Stores each root under its own name in an absolute directory of the server, which is made if it is
    /// missing.
    public TransferReport run(SourceRoots roots, String directory) {
        long startedNanos = clock.nanos();
        try (SourceTree tree = SourceTree.of(roots)) {
            remote.makeDirectories(directory);
            while (tree.hasNext()) {
                send(tree.next(), directory.equals("/") ? "/" : directory + "/");
            }
        }
        return new TransferReport(bytes, files, (clock.nanos() - startedNanos) / 1e9, 0, List.of(), troubles);
    }

    private void send(SourceItem item, String directory) {
        switch (item) {
            case OmittedEntry omitted -> trouble(omitted.relativePath(), omitted.reason());
            case SourceEntry entry
            when !RemoteFiles.canName(entry.relativePath()) ->
                trouble(Printable.of(entry.relativePath()), "plain FTP has no names with line breaks");
            case SourceEntry entry -> {
                switch (entry.kind()) {
                    case DIRECTORY -> {
                        remote.makeDirectories(directory + entry.relativePath());
                        files++;
                    }
                    case LINK -> trouble(entry.relativePath(), "plain FTP stores no links");
                    case FILE -> {
                        knownBytes += entry.size();
                        store(entry, directory + entry.relativePath());
                    }
                }
            }
        }
    }

    private void store(SourceEntry entry, String target) {
        String partial = partial(entry, target);
        OptionalLong there = remote.canResume() ? remote.size(partial) : OptionalLong.empty();
        long offset = there.isPresent() && there.getAsLong() <= entry.size() ? there.getAsLong() : 0;
        try (FileChannel in = FileChannel.open(entry.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            in.position(offset);
            arrived(offset);
            remote.store(partial, offset, pace, into -> read(in, into));
            if (hasChanged(entry)) {
                remote.delete(partial);
                trouble(entry.relativePath(), "it changed while it was sent");
                return;
            }
        } catch (IOException e) {
            trouble(entry.relativePath(), "it cannot be read (" + e.getClass().getSimpleName() + ")");
            return;
        }
        OptionalLong stored = remote.size(partial);
        if (stored.isPresent() && stored.getAsLong() != entry.size()) {
            throw new FspException(
                    ErrorCode.INTEGRITY,
                    server.address() + " has " + stored.getAsLong() + " bytes of " + entry.relativePath()
                            + " instead of " + entry.size() + "; run the command again");
        }
        remote.setModified(partial, Instant.ofEpochSecond(0, entry.modifiedNanos()));
        remote.rename(partial, target);
        files++;
    }

    private boolean read(FileChannel in, ByteBuffer into) {
        try {
            int read = in.read(into);
            arrived(Math.max(0, read));
            return read > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasChanged(SourceEntry entry) throws IOException {
        BasicFileAttributes now =
                Files.readAttributes(entry.path(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return now.size() != entry.size() || now.lastModifiedTime().to(TimeUnit.NANOSECONDS) != entry.modifiedNanos();
    }

    private void arrived(long count) {
        bytes += count;
        knownBytes = Math.max(knownBytes, bytes);
        listener.accept(new TransferEvent.Progress(bytes, knownBytes));
    }

    private void trouble(String path, String reason) {
        troubles.add(path + ": " + reason);
        listener.accept(new TransferEvent.FileTrouble(path, reason));
    }

    /// A name beside the target for one version of a file: another size or time is another name, so that
    /// two versions are never mixed.
    private static String partial(SourceEntry entry, String target) {
        String version = target + "\n" + entry.size() + "\n" + entry.modifiedNanos();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(version.getBytes(StandardCharsets.UTF_8));
            return target.substring(0, target.lastIndexOf('/') + 1) + ".fsp-"
                    + HexFormat.of().formatHex(hash, 0, 12) + ".part";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
