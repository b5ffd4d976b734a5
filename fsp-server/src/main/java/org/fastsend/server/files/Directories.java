package org.fastsend.server.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What is done with whole directories.
public final class Directories {
    private Directories() {}

    /// Takes one entry of a directory.
    @FunctionalInterface
    public interface EntrySink {
        void accept(Entry entry) throws IOException, InterruptedException;
    }

    /// Hands over the entries of a real directory as they come, so that one of a million names costs no memory.
    /// Uploads in progress are nobody's yet, and a name that vanishes meanwhile is left out.
    public static void list(Path directory, EntrySink sink) throws IOException, InterruptedException {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
            for (Path child : children) {
                String name = String.valueOf(child.getFileName());
                if (name.startsWith(RootedTree.UPLOAD_PREFIX)) {
                    continue;
                }
                Entry entry;
                try {
                    entry = Entry.read(child, name);
                } catch (NoSuchFileException _) {
                    continue;
                }
                sink.accept(entry);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /// Makes the names in a directory durable, where the system can.
    static void force(Path directory) throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
