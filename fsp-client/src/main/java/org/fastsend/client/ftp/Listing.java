package org.fastsend.client.ftp;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

/// The listing of one directory, in the form that the server has for it. Confined to one thread.
final class Listing {
    /// Bounds a directory's listing: some hundred thousand entries.
    static final long MAX_CHARS = 64L << 20;

    private static final int MAX_ENTRIES = 1_000_000;

    private final String path;
    private final FtpServer server;
    private final FtpsConnection connection;
    private final DataTransfers transfers;

    Listing(String path, FtpServer server, FtpsConnection connection, DataTransfers transfers) {
        this.path = path;
        this.server = server;
        this.connection = connection;
        this.transfers = transfers;
    }

    /// RFC 3659, section 7.
    List<RemoteEntry> byFacts() throws IOException {
        List<RemoteEntry> entries = new ArrayList<>();
        read("MLSD", path, text -> {
            for (String line = text.readLine(); line != null; line = text.readLine()) {
                if (!line.isEmpty()) {
                    RemoteEntry.ofFacts(line).ifPresent(entries::add);
                }
                requireBounded(entries.size());
            }
        });
        return entries;
    }

    /// For servers without MLSD: what people would be shown.
    List<RemoteEntry> likeLs() throws IOException {
        if (!FTPReply.isPositiveCompletion(connection.cwd(path))) {
            throw server.refused("the directory " + path, ErrorCode.MISSING_PATH);
        }
        FTPFileEntryParser parser = parser();
        List<String> lines = new ArrayList<>();
        read("LIST", "-a", text -> {
            for (String line = parser.readNextEntry(text); line != null; line = parser.readNextEntry(text)) {
                lines.add(line);
                requireBounded(lines.size());
            }
        });
        List<RemoteEntry> entries = new ArrayList<>();
        for (String line : parser.preParse(lines)) {
            FTPFile file = parser.parseFTPEntry(line);
            if (file != null && !file.getName().equals(".") && !file.getName().equals("..")) {
                kind(file).ifPresent(kind -> entries.add(entry(file, kind)));
            }
        }
        return entries;
    }

    @FunctionalInterface
    private interface Reading {
        void read(BufferedReader text) throws IOException;
    }

    private void read(String command, String argument, Reading reading) throws IOException {
        String what = "the listing of " + path;
        transfers.run(what, () -> {
            BufferedReader text = connection.openText(command, argument, MAX_CHARS);
            if (text == null) {
                throw server.refused(what, ErrorCode.MISSING_PATH);
            }
            try (text) {
                reading.read(text);
            }
            return true;
        });
    }

    /// What reads the listings of this server.
    private FTPFileEntryParser parser() throws IOException {
        String system = connection.syst() == FTPReply.NAME_SYSTEM_TYPE
                ? connection.getSystemType()
                : FTPClientConfig.SYST_UNIX; // it does not say: nearly all are
        return new DefaultFTPFileEntryParserFactory().createFileEntryParser(system);
    }

    private void requireBounded(int entries) {
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
}
