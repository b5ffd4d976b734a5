package org.fastsend.server.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
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

    /// Makes the names in a directory durable, where the system can.
    static void force(Path directory) throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
