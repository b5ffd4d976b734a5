package org.fastsend.core.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// A ticket on disk: a secret in a file that only its owner may read, there whole or not at all.
public final class TicketFile {
    /// Characters of the longest ticket: 64 KiB in base64 behind its scheme (docs/wire.md, "Ticket").
    public static final int MAX_CHARACTERS = "fsp1:".length() + (64 * 1024 * 4 + 2) / 3;
    /// The file name that means standard input.
    public static final String STANDARD_INPUT = "-";

    private TicketFile() {}

    /// Writes the ticket with mode 0600, replacing what was there; durable when this returns.
    public static void write(Path file, String ticket) {
        write(file, ticket, (fresh, target) -> Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE));
    }

    /// The same, but whatever has that name already stays as it is, and NOT_WRITABLE is thrown.
    public static void writeNew(Path file, String ticket) {
        write(file, ticket, (fresh, target) -> {
            try {
                Files.createLink(target, fresh);
            } catch (FileAlreadyExistsException e) {
                throw isInTheWay(file);
            } catch (UnsupportedOperationException | FileSystemException e) {
                moveWhereNothingIs(file, fresh, target); // a file system without links
            }
        });
    }

    /// What to say of a name that is taken.
    public static FspException isInTheWay(Path file) {
        return new FspException(
                ErrorCode.NOT_WRITABLE,
                FileNames.printable(file) + " exists and is not overwritten: nothing else may open what that ticket is"
                        + " for; choose another name");
    }

    private static void moveWhereNothingIs(Path file, Path fresh, Path target) throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw isInTheWay(file);
        }
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /// Gives a file that is whole its name.
    @FunctionalInterface
    private interface Naming {
        void name(Path fresh, Path target) throws IOException;
    }

    private static void write(Path file, String ticket, Naming naming) {
        Path target = file.toAbsolutePath();
        Path directory = target.getParent();
        if (directory == null) {
            throw new FspException(ErrorCode.NOT_WRITABLE, "cannot write " + file + ": it is a directory");
        }
        try {
            // Created with mode 0600 by its specification, so the secret is at no moment readable by others.
            Path fresh = Files.createTempFile(directory, ".fsp-ticket-", "");
            try {
                fill(fresh, ticket);
                naming.name(fresh, target);
            } finally {
                Files.deleteIfExists(fresh);
            }
            DirectorySync.force(directory);
        } catch (IOException e) {
            throw DiskFailure.writing(file, e);
        }
    }

    /// Reads a ticket from the file of that name, or from `standardInput` if the name is `-`. Only its length is
    /// checked.
    public static String read(String name, InputStream standardInput) {
        try {
            if (name.equals(STANDARD_INPUT)) {
                return read("standard input", standardInput.readNBytes(MAX_CHARACTERS + 2));
            }
            try (InputStream in = Files.newInputStream(Path.of(name))) {
                return read(name, in.readNBytes(MAX_CHARACTERS + 2));
            }
        } catch (IOException e) {
            throw DiskFailure.reading(Path.of(name), e);
        }
    }

    private static String read(String source, byte[] bytes) {
        String ticket = new String(bytes, StandardCharsets.US_ASCII).strip();
        if (ticket.isEmpty() || ticket.length() > MAX_CHARACTERS) {
            throw new FspException(
                    ErrorCode.MALFORMED_TICKET,
                    source + " holds no ticket: " + (ticket.isEmpty() ? "it is empty" : "it is too long"));
        }
        return ticket;
    }

    private static void fill(Path file, String ticket) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            TemporaryFile.write(channel, ByteBuffer.wrap((ticket + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
            channel.force(true);
        }
    }
}
