package org.fastsend.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/// What only this user can have put something into, where others may make directories beside it.
public final class PrivateDirectory {
    /// Mode 0700.
    public static final Set<PosixFilePermission> OWNER_ONLY = Set.copyOf(EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));

    private static final Path PROCESS = Path.of("/proc/self");

    private PrivateDirectory() {}

    /// What to make one with; nothing where the file system knows no permissions.
    ///
    /// @param somewhere on that file system
    public static FileAttribute<?>[] attributes(Path somewhere) {
        return somewhere.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    /// Whether a path is a directory, not a link to one, of this user alone (mode 0700); where the file system knows
    /// neither owners nor permissions, whether it is a directory.
    public static boolean is(Path path) throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            return true;
        }
        PosixFileAttributes facts = view.readAttributes();
        return facts.isDirectory()
                && facts.owner().getName().equals(user())
                && facts.permissions().equals(OWNER_ONLY);
    }

    /// Who owns what this process makes, as files tell it: by number where the user has no name, as in many containers,
    /// where Java calls everybody `?`.
    public static String user() {
        try {
            return Files.getOwner(PROCESS).getName();
        } catch (IOException | UnsupportedOperationException _) {
            return System.getProperty("user.name"); // not a Linux
        }
    }
}
