package org.fastsend.client.ftp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.commons.net.ftp.FTPClientConfig;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.commons.net.ftp.FTPFileEntryParser;
import org.apache.commons.net.ftp.FTPReply;
import org.apache.commons.net.ftp.parser.DefaultFTPFileEntryParserFactory;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FileKind;

/// The files of a server by plain FTP commands. Paths are absolute and without NUL, CR or LF. After a
/// failure in the middle of a transfer the connection is of no more use. Confined to one thread at a time.
public final class RemoteFiles {
    /// Bounds a directory's listing: some hundred thousand entries.
    static final long MAX_LISTING_CHARS = 64L << 20;

    private static final int BUFFER_BYTES = 256 << 10;
    private static final int MAX_ENTRIES = 1_000_000;
    private static final DateTimeFormatter MFMT_TIME =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final FtpServer server;
    private final FtpsConnection connection;

    RemoteFiles(FtpServer server, FtpsConnection connection) {
        this.server = server;
        this.connection = connection;
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
        return server.talk("listing " + path, () -> server.has("MLST") ? listFacts(path) : listLikeLs(path));
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
        Optional<Instant> modified =
                connection.mdtm(path) == FTPReply.FILE_STATUS ? RemoteEntry.time(replyValue()) : Optional.empty();
        return new RemoteEntry(name, FileKind.FILE, size, modified, OptionalInt.empty(), Optional.empty());
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

    private List<RemoteEntry> listFacts(String path) throws IOException {
        BufferedReader text = connection.openText("MLSD", path, MAX_LISTING_CHARS);
        if (text == null) {
            throw server.refused("the listing of " + path, ErrorCode.MISSING_PATH);
        }
        List<RemoteEntry> entries = new ArrayList<>();
        try (text) {
            for (String line = text.readLine(); line != null; line = text.readLine()) {
                if (!line.isEmpty()) {
                    RemoteEntry.ofFacts(line).ifPresent(entries::add);
                }
                requireBounded(path, entries.size());
            }
        }
        finish("the listing of " + path);
        return entries;
    }

    private List<RemoteEntry> listLikeLs(String path) throws IOException {
        if (!FTPReply.isPositiveCompletion(connection.cwd(path))) {
            throw server.refused("the directory " + path, ErrorCode.MISSING_PATH);
        }
        FTPFileEntryParser parser = parser();
        BufferedReader text = connection.openText("LIST", "-a", MAX_LISTING_CHARS);
        if (text == null) {
            throw server.refused("the listing of " + path, ErrorCode.MISSING_PATH);
        }
        List<String> lines = new ArrayList<>();
        try (text) {
            for (String line = parser.readNextEntry(text); line != null; line = parser.readNextEntry(text)) {
                lines.add(line);
                requireBounded(path, lines.size());
            }
        }
        finish("the listing of " + path);
        List<RemoteEntry> entries = new ArrayList<>();
        for (String line : parser.preParse(lines)) {
            FTPFile file = parser.parseFTPEntry(line);
            if (file != null && !file.getName().equals(".") && !file.getName().equals("..")) {
                kind(file).ifPresent(kind -> entries.add(entry(file, kind)));
            }
        }
        return entries;
    }

    /// What reads the listings of this server.
    private FTPFileEntryParser parser() throws IOException {
        String system = connection.syst() == FTPReply.NAME_SYSTEM_TYPE
                ? connection.getSystemType()
                : FTPClientConfig.SYST_UNIX; // it does not say: nearly all are
        return new DefaultFTPFileEntryParserFactory().createFileEntryParser(system);
    }

    private void requireBounded(String path, int entries) {
        if (entries > MAX_ENTRIES) {
            throw new FspException(
                    ErrorCode.PROTOCOL, server.address() + " lists more than " + MAX_ENTRIES + " entries in " + path);
        }
    }

    private static Optional<FileKind> kind(FTPFile file) {
        return switch (file.getType()) {
            case FTPFile.FILE_TYPE -> Optional.of(FileKind.FILE);
            case FTPFile.DIRECTORY_TYPE -> Optional.of(FileKind.DIRECTORY);
            case FTPFile.SYMBOLIC_LINK_TYPE -> Optional.of(FileKind.LINK);
            default -> Optional.empty();
        };
    }

    private static RemoteEntry entry(FTPFile file, FileKind kind) {
        int mode = 0;
        boolean known = false;
        int[] who = {FTPFile.USER_ACCESS, FTPFile.GROUP_ACCESS, FTPFile.WORLD_ACCESS};
        int[] what = {FTPFile.READ_PERMISSION, FTPFile.WRITE_PERMISSION, FTPFile.EXECUTE_PERMISSION};
        for (int one : who) {
            for (int action : what) {
                boolean set = file.hasPermission(one, action);
                mode = mode << 1 | (set ? 1 : 0);
                known |= set;
            }
        }
        // Listings in this form have no time zone and often no year: the time is left out rather than wrong.
        return new RemoteEntry(
                file.getName(),
                kind,
                kind == FileKind.FILE && file.getSize() >= 0 ? OptionalLong.of(file.getSize()) : OptionalLong.empty(),
                Optional.empty(),
                known ? OptionalInt.of(mode) : OptionalInt.empty(),
                Optional.ofNullable(file.getLink()).filter(target -> kind == FileKind.LINK && !target.isEmpty()));
    }

    /// Whether a transfer may start in the middle of a file (REST STREAM).
    public boolean canResume() {
        return server.has("REST");
    }

    /// Fetches a file from `offset` on; returns how many bytes came. Whether that is all of it, only its
    /// size tells.
    public long retrieve(String path, long offset, Sink sink) {
        return server.talk("fetching " + path, () -> {
            connection.setRestartOffset(offset);
            InputStream data = connection.retrieveFileStream(path);
            if (data == null) {
                throw server.refused(path, ErrorCode.MISSING_PATH);
            }
            long total = 0;
            try (data) {
                byte[] buffer = new byte[BUFFER_BYTES];
                for (int read = data.read(buffer); read >= 0; read = data.read(buffer)) {
                    sink.accept(ByteBuffer.wrap(buffer, 0, read));
                    total += read;
                }
            }
            finish(path);
            return total;
        });
    }

    /// Stores a file from `offset` on, where the server already has as much.
    public void store(String path, long offset, Source source) {
        server.<Boolean>talk("storing " + path, () -> {
            connection.setRestartOffset(offset);
            OutputStream data = connection.storeFileStream(path);
            if (data == null) {
                throw server.refused("to store " + path, ErrorCode.NOT_WRITABLE);
            }
            try (data) {
                ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
                while (source.fill(buffer.clear())) {
                    data.write(buffer.array(), 0, buffer.position());
                }
            } catch (IOException e) {
                throw whyItTakesNoMore(path, e);
            }
            finish(path);
            return true;
        });
    }

    /// A server that takes no more, for want of room or by a quota, ends the data connection and gives its reason on
    /// the other one. Without a reason the end of the connection is all that is known.
    private FspException whyItTakesNoMore(String path, IOException end) throws IOException {
        int reply;
        try {
            reply = connection.getReply();
        } catch (IOException silence) {
            end.addSuppressed(silence);
            throw end;
        }
        if (FTPReply.isPositiveCompletion(reply)) {
            throw end;
        }
        FspException reason = server.refused("to store " + path, ErrorCode.CONNECTION_LOST);
        reason.addSuppressed(end);
        return reason;
    }

    private void finish(String what) throws IOException {
        if (!connection.completePendingCommand()) {
            throw server.refused(what, ErrorCode.CONNECTION_LOST);
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
