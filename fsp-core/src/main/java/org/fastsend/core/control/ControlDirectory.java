package org.fastsend.core.control;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.files.PrivateDirectory;

/// Where the control sockets of one user are: a directory that nobody else can look into.
public final class ControlDirectory {
    private static final String SUFFIX = ".sock";

    private final Path path;

    private ControlDirectory(Path path) {
        this.path = path;
    }

    /// The user's: in their runtime directory if the system gives them one, else beside temporary files.
    public static ControlDirectory ofUser() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        boolean given = runtime != null && !runtime.isBlank() && Files.isDirectory(Path.of(runtime));
        return at(
                given
                        ? Path.of(runtime, "fsp")
                        : Path.of(System.getProperty("java.io.tmpdir"), "fsp-" + PrivateDirectory.user()));
    }

    /// One at a certain place.
    public static ControlDirectory at(Path path) {
        return new ControlDirectory(path);
    }

    /// A place for a process's socket, in a directory that is made if it is not there.
    ///
    /// @throws IOException also if the directory is another's, or others may enter it
    Path socketOf(long process) throws IOException {
        return made().resolve(process + SUFFIX);
    }

    /// The directory, made if it is not there.
    Path made() throws IOException {
        try {
            Files.createDirectory(path, PrivateDirectory.attributes(path));
        } catch (FileAlreadyExistsException e) {
            check();
        }
        return path;
    }

    /// The directory, if anybody has made it.
    Optional<Path> present() throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        check();
        return Optional.of(path);
    }

    /// The sockets of all processes; some may be of processes that are gone.
    List<Path> sockets() throws IOException {
        Optional<Path> there = present();
        if (there.isEmpty()) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(there.get(), "*" + SUFFIX)) {
            all.forEach(found::add);
        }
        found.sort(null);
        return found;
    }

    private void check() throws IOException {
        if (!PrivateDirectory.is(path)) {
            throw new IOException(
                    path + " is not a directory of " + PrivateDirectory.user() + " alone (mode 0700); remove it");
        }
    }
}
