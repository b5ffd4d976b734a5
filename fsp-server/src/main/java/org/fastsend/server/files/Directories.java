package org.fastsend.server.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// What is done with whole directories.
public final class Directories {
    private Directories() {}

    /// Takes one entry of a directory.
    @FunctionalInterface
    public interface EntrySink {
        void accept(Entry entry) throws IOException, InterruptedException;
    }

    /// Deletes what remained of broken uploads, when nothing else is there.
    static void deleteRemains(Path directory) throws IOException {
        List<Path> remains = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
            for (Path child : children) {
                if (!isRemains(child)) {
                    return;
                }
                remains.add(child);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        for (Path path : remains) {
            Files.deleteIfExists(path);
        }
    }

    private static boolean isRemains(Path path) {
        String name = String.valueOf(path.getFileName());
        return name.startsWith(RootedTree.UPLOAD_PREFIX + "begun-")
                || name.startsWith(RootedTree.UPLOAD_PREFIX + "parts-");
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
