package org.fastsend.core.files;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.jspecify.annotations.Nullable;

/// Gives what a disk answered a name, and a line that says where it happened and what to do.
public final class DiskFailure {
    private DiskFailure() {}

    /// A failure while writing `path`.
    static FspException writing(Path path, IOException e) {
        String shown = FileNames.printable(path);
        if (e instanceof ClosedByInterruptException) {
            return new FspException(ErrorCode.INTERRUPTED, "interrupted while writing " + shown, e);
        }
        if (isFull(e)) {
            return new FspException(
                    ErrorCode.DISK_FULL,
                    "disk full while writing " + shown + "; make room and run the command again: what came is kept",
                    e);
        }
        if (e instanceof FileSystemException && !isBroken(e)) {
            return new FspException(ErrorCode.NOT_WRITABLE, "cannot write " + shown + ": " + reason(e), e);
        }
        return new FspException(ErrorCode.IO_FAILURE, "writing " + shown + " failed: " + reason(e), e);
    }

    /// A failure while reading `path`.
    static FspException reading(Path path, IOException e) {
        if (e instanceof ClosedByInterruptException) {
            return new FspException(ErrorCode.INTERRUPTED, "interrupted while reading " + FileNames.printable(path), e);
        }
        ErrorCode code = e instanceof NoSuchFileException
                        || e instanceof AccessDeniedException
                        || e instanceof NotDirectoryException
                ? ErrorCode.MISSING_PATH
                : ErrorCode.IO_FAILURE;
        return new FspException(code, "cannot read " + FileNames.printable(path) + ": " + reason(e), e);
    }

    /// The reason alone, without the path, in words that a person uses.
    public static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            case NotDirectoryException _ -> "not a directory";
            case FileAlreadyExistsException _ -> "a file of that name is in the way";
            case FileSystemException inFile
            when inFile.getReason() != null ->
                firstLine(inFile.getReason(), inFile).toLowerCase(Locale.ROOT);
            default -> firstLine(e.getMessage(), e);
        };
    }

    static boolean isFull(IOException e) {
        String text = e.getMessage();
        return text != null && (text.contains("No space left") || text.contains("quota exceeded"));
    }

    /// Whether the disk itself failed. Whatever else a file system says of a name can be set right by the person.
    private static boolean isBroken(IOException e) {
        String text = e.getMessage();
        return text != null && text.contains("Input/output error");
    }

    private static String firstLine(@Nullable String text, IOException e) {
        String shown = text == null ? "" : text.lines().findFirst().orElse("");
        return shown.isEmpty() ? e.getClass().getSimpleName() : shown;
    }
}
