package org.fastsend.client.collecting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Set;
import org.fastsend.client.ftp.RemoteEntry;

/// A file here that is, or is to become, the copy of one at a server.
record LocalCopy(Path file) {
    /// Whether an earlier run has brought this very file: the same size and modification time.
    boolean isOf(RemoteEntry entry) throws IOException {
        if (entry.modified().isEmpty()
                || entry.size().isEmpty()
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        var modified = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                .toInstant()
                .truncatedTo(ChronoUnit.SECONDS);
        return Files.size(file) == entry.size().getAsLong()
                && modified.equals(entry.modified().get().truncatedTo(ChronoUnit.SECONDS));
    }

    /// Gives it the time and the permissions that the server tells.
    void adorn(RemoteEntry entry) throws IOException {
        if (entry.modified().isPresent()) {
            Files.setLastModifiedTime(file, FileTime.from(entry.modified().get()));
        }
        if (entry.mode().isPresent() && Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(file, permissions(entry.mode().getAsInt()));
        }
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        int bit = 0400;
        for (PosixFilePermission each : PosixFilePermission.values()) {
            if ((mode & bit) != 0) {
                permissions.add(each);
            }
            bit >>= 1;
        }
        return permissions;
    }
}
