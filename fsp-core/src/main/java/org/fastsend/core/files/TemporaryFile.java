package org.fastsend.core.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A file of this process alone, gone when it is closed or the process ends.
final class TemporaryFile {
    private static final Logger LOG = LoggerFactory.getLogger(TemporaryFile.class);

    private TemporaryFile() {}

    static FileChannel open(Path directory) {
        try {
            // createTempFile chooses the name and mode 0600; on Unix, DELETE_ON_CLOSE takes the name away at once.
            Path file = Files.createTempFile(directory, ".fsp-spool-", "");
            return FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException e) {
            throw DiskFailure.writing(directory, e);
        }
    }

    static void write(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    /// Fills `into`; throws [EOFException] if the file is shorter.
    static void read(FileChannel channel, ByteBuffer into, long position) throws IOException {
        readUpTo(channel, into, position);
        if (into.hasRemaining()) {
            throw new EOFException("the file ends " + into.remaining() + " bytes early");
        }
    }

    /// Fills `into` as far as the file reaches.
    static void readUpTo(FileChannel channel, ByteBuffer into, long position) throws IOException {
        long at = position;
        while (into.hasRemaining()) {
            int count = channel.read(into, at);
            if (count < 0) {
                return;
            }
            at += count;
        }
    }

    static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("closing a temporary file failed", e);
        }
    }
}
