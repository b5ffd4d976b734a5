package org.fastsend.server.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files with secrets: only their owner may read them, from the moment they exist, and they change all at once.
public final class PrivateFiles {
    private PrivateFiles() {}

    /// Writes a file, in the place of one that may be there.
    public static void write(Path path, String text) throws IOException {
        Path absolute = path.toAbsolutePath();
        Path fresh = absolute.resolveSibling("." + absolute.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (FileChannel channel = FileChannel.open(
                fresh,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                ownerOnly(absolute))) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(fresh, absolute, StandardCopyOption.ATOMIC_MOVE);
        Directories.force(absolute.resolveSibling(""));
    }

    private static FileAttribute<?>[] ownerOnly(Path path) {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        };
    }
}
