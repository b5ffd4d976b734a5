package org.fastsend.client.collecting;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// The directory that a person wants things in.
public final class Destination {
    private Destination() {}

    /// Whether these words can only mean a directory: a single file is to be put in it, not to get its name.
    public static boolean isDirectory(String words) {
        return words.endsWith("/") || words.endsWith(File.separator);
    }

    /// Makes the directory if it is missing. Throws NOT_WRITABLE if that fails, or nothing can be made in
    /// it: better now than after a long transfer.
    public static Path prepared(Path directory) {
        try {
            Files.createDirectories(directory);
            Path probe = Files.createTempFile(directory, ".fsp-", ".probe");
            Files.delete(probe);
            return directory;
        } catch (FileAlreadyExistsException e) {
            throw new FspException(
                    ErrorCode.NOT_WRITABLE, directory + " is a file; name a directory to put things in", e);
        } catch (IOException e) {
            String reason = reason(e);
            if (reason.contains("No space left") || reason.contains("quota exceeded")) {
                throw new FspException(ErrorCode.DISK_FULL, "disk full: nothing can be made in " + directory, e);
            }
            throw new FspException(
                    ErrorCode.NOT_WRITABLE,
                    "nothing can be made in " + directory + " (" + reason + "); choose another directory",
                    e);
        }
    }

    private static String reason(IOException e) {
        String reason = e instanceof FileSystemException inFile ? inFile.getReason() : e.getMessage();
        return reason == null ? "permission denied" : reason;
    }
}
