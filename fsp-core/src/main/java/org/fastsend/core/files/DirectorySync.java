package org.fastsend.core.files;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Makes the names in a directory durable: a file's own fsync does not cover its name.
final class DirectorySync {
    private DirectorySync() {}

    static void force(Path directory) throws IOException {
        if (File.separatorChar == '\\') {
            return; // Windows opens no directories and writes names through to its log
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
