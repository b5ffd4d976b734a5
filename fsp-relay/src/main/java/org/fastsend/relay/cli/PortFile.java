package org.fastsend.relay.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A file that tells scripts the port: there is none, or there is a whole one.
record PortFile(Path path) {
    void write(int port) {
        Path next = path.resolveSibling(path.getFileName() + ".next");
        try {
            Files.writeString(next, port + "\n");
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
