package org.fastsend.core.trust;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// One file with one PEM object (RFC 7468), as openssl and curl read it too.
///
/// @param type the label, such as `CERTIFICATE` or `PRIVATE KEY`
record PemFile(Path path, String type) {
    private static final int MAX_BYTES = 64 * 1024;
    private static final int LINE_LENGTH = 64;
    private static final byte[] LINE_END = {'\n'};

    static PemFile certificate(Path path) {
        return new PemFile(path, "CERTIFICATE");
    }

    static PemFile privateKey(Path path) {
        return new PemFile(path, "PRIVATE KEY");
    }

    /// The object's DER. Text around the object is skipped, as openssl writes such.
    byte[] read() {
        String text = text();
        String begin = "-----BEGIN " + type + "-----";
        int from = text.indexOf(begin);
        int to = text.indexOf("-----END " + type + "-----");
        if (from < 0 || to < from) {
            throw malformed();
        }
        try {
            return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
        } catch (IllegalArgumentException _) {
            throw malformed();
        }
    }

    /// Makes the file, which must not exist, and forces it to the disk.
    ///
    /// @param secret whether nobody else may read it: from its first moment on
    void create(byte[] der, boolean secret) {
        byte[] pem = ("-----BEGIN " + type + "-----\n"
                        + Base64.getMimeEncoder(LINE_LENGTH, LINE_END).encodeToString(der)
                        + "\n-----END " + type + "-----\n")
                .getBytes(StandardCharsets.US_ASCII);
        try (FileChannel out = FileChannel.open(
                path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), permissions(secret))) {
            ByteBuffer rest = ByteBuffer.wrap(pem);
            while (rest.hasRemaining()) {
                out.write(rest);
            }
            out.force(true);
        } catch (FileAlreadyExistsException e) {
            throw new FspException(
                    ErrorCode.NOT_WRITABLE, path + " exists and is not overwritten; choose another directory", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    FspException malformed() {
        return new FspException(ErrorCode.UNTRUSTED, path + " holds no " + type.toLowerCase(Locale.ROOT));
    }

    private FileAttribute<?>[] permissions(boolean secret) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (!posix) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(secret ? "rw-------" : "rw-r--r--"))
        };
    }

    private String text() {
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw malformed();
            }
            return Files.readString(path, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new FspException(
                    ErrorCode.MISSING_PATH,
                    "no " + path + "; 'fsp ca init' and 'fsp ca issue' make such directories",
                    e);
        } catch (AccessDeniedException e) {
            throw new FspException(ErrorCode.MISSING_PATH, path + " may not be read by this user", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
