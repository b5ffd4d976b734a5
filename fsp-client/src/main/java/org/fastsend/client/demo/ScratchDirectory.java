package org.fastsend.client.demo;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.fastsend.core.files.PrivateDirectory;
import org.jspecify.annotations.Nullable;

/// A private directory that is gone, with everything in it, when it is closed.
final class ScratchDirectory implements AutoCloseable {
    private static final int MAX_ATTEMPTS = 5;

    private final Path path;

    private ScratchDirectory(Path path) {
        this.path = path;
    }

    /// In the system's directory for temporary files, with a name that starts so.
    static ScratchDirectory create(String prefix) throws IOException {
        return new ScratchDirectory(Files.createTempDirectory(prefix));
    }

    Path path() {
        return path;
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    /// Links are deleted, never followed. Whatever is gone already does not matter; what someone who is
    /// still at work adds meanwhile is deleted too, within reason.
    @Override
    public void close() throws IOException {
        for (int attempt = 1; Files.exists(path, LinkOption.NOFOLLOW_LINKS); attempt++) {
            try {
                Files.walkFileTree(path, new Deletion());
            } catch (NoSuchFileException | DirectoryNotEmptyException e) {
                if (attempt == MAX_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
            // A copy of a tree keeps its modes, and from a directory without write permission nothing can be deleted.
            if (Files.getFileStore(directory).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(directory, PrivateDirectory.OWNER_ONLY);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
