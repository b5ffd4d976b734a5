package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A large source file held open: its data, and where the platform tells, its holes, which then need not be read.
/// Thread-safe.
final class SourceFile implements Channel, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(SourceFile.class);

    private final FileChannel data;
    private final Optional<NativeFiles> files;
    /// A second descriptor of the same file, for asking where its holes are.
    private final OptionalInt descriptor;

    private SourceFile(FileChannel data, Optional<NativeFiles> files, OptionalInt descriptor) {
        this.data = data;
        this.files = files;
        this.descriptor = descriptor;
    }

    /// @param data the file, opened without following links
    static SourceFile of(SourceEntry entry, FileChannel data, Optional<NativeFiles> files) {
        return new SourceFile(data, files, files.isPresent() ? open(entry, files.get()) : OptionalInt.empty());
    }

    FileChannel data() {
        return data;
    }

    /// Whether the file system keeps nothing for these bytes: they read as zeros. False if it cannot tell.
    boolean isHole(long offset, int length) {
        if (files.isEmpty() || descriptor.isEmpty()) {
            return false;
        }
        try {
            return files.get()
                    .nextData(descriptor.getAsInt(), offset)
                    .map(data -> data >= offset + length)
                    .orElse(true);
        } catch (IOException e) {
            LOG.debug("holes cannot be found", e);
            return false;
        }
    }

    @Override
    public boolean isOpen() {
        return data.isOpen();
    }

    @Override
    public void close() throws IOException {
        try (data) {
            if (files.isPresent() && descriptor.isPresent()) {
                files.get().close(descriptor.getAsInt());
            }
        }
    }

    /// Opened by path, which someone may have led elsewhere; the kernel's own view of the descriptor tells whether
    /// it is the file that the walk saw.
    private static OptionalInt open(SourceEntry entry, NativeFiles files) {
        try {
            int descriptor = files.open(entry.path());
            Path opened = Path.of("/proc/self/fd", Integer.toString(descriptor));
            if (entry.sameVersion(FileFacts.of(Files.readAttributes(opened, PosixFileAttributes.class)))) {
                return OptionalInt.of(descriptor);
            }
            files.close(descriptor);
        } catch (IOException e) {
            LOG.debug("holes of {} are read like data", entry.relativePath(), e);
        }
        return OptionalInt.empty();
    }
}
