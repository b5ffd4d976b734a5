package org.fastsend.client.ftp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.commons.net.ftp.FTPReply;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.manifest.FileKind;
import org.fastsend.core.net.rate.Pace;

/// The files of a server by plain FTP commands. Paths are absolute and without NUL, CR or LF. After a
/// failure in the middle of a transfer the connection is of no more use. Confined to one thread at a time.
public final class RemoteFiles {
    private static final int BUFFER_BYTES = 256 << 10;
    private static final DateTimeFormatter MFMT_TIME =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final FtpServer server;
    private final FtpsConnection connection;
    private final DataTransfers transfers;

    RemoteFiles(FtpServer server, FtpsConnection connection) {
        this.server = server;
        this.connection = connection;
        this.transfers = new DataTransfers(server, connection);
    }

    /// Whether plain FTP can name a file so.
    public static boolean canName(String path) {
        return FtpsConnection.isOneLine(path);
    }

    /// Takes what arrives; fails with [FspException]. The buffer is valid during the call only.
    @FunctionalInterface
    public interface Sink {
        void accept(ByteBuffer data);
    }

    /// Gives what is to be sent; fails with [FspException].
    @FunctionalInterface
    public interface Source {
        /// Fills the buffer as far as data goes; false when there is no more.
        boolean fill(ByteBuffer into);
    }

    /// The entries of a directory, in the server's order.
    public List<RemoteEntry> list(String path) {
        Listing listing = new Listing(path, server, connection, transfers);
        return server.talk("listing " + path, () -> server.has("MLST") ? listing.byFacts() : listing.likeLs());
    }

    /// What is at a path.
    public RemoteEntry describe(String path) {
        if (path.equals("/")) {
            return directory("root");
        }
        String name = path.substring(path.lastIndexOf('/') + 1);
        return server.talk("looking at " + path, () -> server.has("MLST") ? facts(path, name) : guess(path, name));
    }

    private RemoteEntry facts(String path, String name) throws IOException {
        if (!FTPReply.isPositiveCompletion(connection.mlst(path))) {
            throw server.refused(path, ErrorCode.MISSING_PATH);
        }
        String[] lines = connection.getReplyStrings();
        String line = lines.length < 2 ? "" : lines[1].stripLeading();
        // The server gives the path in its own words; its last part is known here.
        return RemoteEntry.ofFacts(line.substring(0, line.indexOf("; ") + 1) + " " + name)
                .orElseGet(() -> directory(name));
    }

    /// For servers without MLST: what can be entered is a directory, what has a size is a file.
    private RemoteEntry guess(String path, String name) throws IOException {
        if (FTPReply.isPositiveCompletion(connection.cwd(path))) {
            return directory(name);
        }
        if (!FTPReply.isPositiveCompletion(connection.size(path))) {
            throw server.refused(path, ErrorCode.MISSING_PATH);
        }
        OptionalLong size = RemoteEntry.number(replyValue());
        return new RemoteEntry(name, FileKind.FILE, size, modified(path), OptionalInt.empty(), Optional.empty());
    }

    /// A listed file with its time, for which a server that cannot list in facts has to be asked.
    public RemoteEntry dated(String path, RemoteEntry listed) {
        return listed.modified().isPresent() || server.has("MLST")
                ? listed
                : listed.measured(OptionalLong.empty(), modified(path));
    }

    /// What the server says now of a file that it has listed.
    public RemoteEntry again(String path, RemoteEntry listed) {
        return server.has("MLST") ? describe(path) : listed.measured(size(path), modified(path));
    }

    private Optional<Instant> modified(String path) {
        return server.talk(
                "looking at " + path,
                () -> connection.mdtm(path) == FTPReply.FILE_STATUS
                        ? RemoteEntry.time(replyValue())
                        : Optional.empty());
    }

    private String replyValue() {
        String line = connection.getReplyStrings()[0];
        return line.length() < 4 ? "" : line.substring(4).strip();
    }

    private static RemoteEntry directory(String name) {
        return new RemoteEntry(
                name,
                FileKind.DIRECTORY,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty());
    }

    /// Whether a transfer may start in the middle of a file (REST STREAM).
    public boolean canResume() {
        return server.has("REST");
    }

    /// Fetches a file from `offset` on; returns how many bytes came. Whether that is all of it, only its
    /// size tells.
    ///
    /// @param pace what the bytes keep to
    public long retrieve(String path, long offset, Pace pace, Sink sink) {
        return server.talk("fetching " + path, () -> {
            connection.setRestartOffset(offset);
            return transfers.run(path, () -> read(path, pace, sink));
        });
    }

    private long read(String path, Pace pace, Sink sink) throws IOException {
        InputStream data = connection.retrieveFileStream(path);
        if (data == null) {
            throw server.refused(path, ErrorCode.MISSING_PATH);
        }
        try (data) {
            long total = 0;
            byte[] buffer = new byte[BUFFER_BYTES];
            while (true) {
                int read = data.read(buffer, 0, pace.await(buffer.length));
                if (read < 0) {
                    return total;
                }
                pace.moved(read);
                sink.accept(ByteBuffer.wrap(buffer, 0, read));
                total += read;
            }
        }
    }

    /// Stores a file from `offset` on, where the server already has as much.
    ///
    /// @param pace what the bytes keep to
    public void store(String path, long offset, Pace pace, Source source) {
        server.<Boolean>talk("storing " + path, () -> {
            connection.setRestartOffset(offset);
            return transfers.run("to store " + path, () -> write(path, pace, source));
        });
    }

    private boolean write(String path, Pace pace, Source source) throws IOException {
        OutputStream data = connection.storeFileStream(path);
        if (data == null) {
            throw server.refused("to store " + path, ErrorCode.NOT_WRITABLE);
        }
        try (data) {
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            while (source.fill(buffer.clear().limit(pace.await(BUFFER_BYTES)))) {
                data.write(buffer.array(), 0, buffer.position());
                pace.moved(buffer.position());
            }
            return true;
        }
    }

    /// The size of a file that is there, and that the server measures.
    public OptionalLong size(String path) {
        return server.talk(
                "measuring " + path,
                () -> FTPReply.isPositiveCompletion(connection.size(path))
                        ? RemoteEntry.number(replyValue())
                        : OptionalLong.empty());
    }

    /// Makes a directory, and what is missing above it.
    public void makeDirectories(String path) {
        server.<Boolean>talk("making " + path, () -> {
            if (path.equals("/") || FTPReply.isPositiveCompletion(connection.cwd(path))) {
                return true;
            }
            int parent = path.lastIndexOf('/');
            if (parent > 0) {
                makeDirectories(path.substring(0, parent));
            }
            if (!FTPReply.isPositiveCompletion(connection.mkd(path))) {
                throw server.refused("to make the directory " + path, ErrorCode.NOT_WRITABLE);
            }
            return true;
        });
    }

    /// Gives a file its final name; what had that name is gone.
    public void rename(String from, String to) {
        server.<Boolean>talk("renaming " + from, () -> {
            if (!connection.rename(from, to)) {
                throw server.refused("the name " + to, ErrorCode.NOT_WRITABLE);
            }
            return true;
        });
    }

    /// Takes a file away.
    public void delete(String path) {
        server.<Boolean>talk("deleting " + path, () -> {
            if (!connection.deleteFile(path)) {
                throw server.refused("to delete " + path, ErrorCode.NOT_WRITABLE);
            }
            return true;
        });
    }

    /// Sets a file's modification time, where the server can (MFMT).
    public void setModified(String path, Instant time) {
        if (server.has("MFMT")) {
            server.talk("dating " + path, () -> connection.mfmt(path, MFMT_TIME.format(time)));
        }
    }
}
