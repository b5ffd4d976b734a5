package org.fastsend.server.log;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A file that gets a line for each transfer. A transfer does not fail because its line cannot be written, but the
/// server's own log says so. Thread-safe.
public final class LogFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogFile.class);

    private final Path path;
    private final TransferFormat format;
    /// Not a channel: that would be closed when a transfer that writes its line is interrupted.
    private Optional<FileOutputStream> out;

    /// Opens the file, or makes it; throws FspException when neither is possible.
    public LogFile(Path path, TransferFormat format) {
        this.path = path;
        this.format = format;
        try {
            this.out = Optional.of(open());
        } catch (IOException e) {
            throw new FspException(
                    ErrorCode.NOT_WRITABLE, "cannot write the transfer log " + path + ": " + e.getMessage(), e);
        }
    }

    void write(TransferRecord transfer) {
        format.line(transfer).ifPresent(this::append);
    }

    synchronized void reopen() {
        close();
        try {
            out = Optional.of(open());
        } catch (IOException e) {
            LOG.error("the transfer log {} cannot be opened again: {}", path, e.getMessage());
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (out.isPresent()) {
                out.get().close();
            }
        } catch (IOException e) {
            LOG.warn("the transfer log {} was not closed in order: {}", path, e.getMessage());
        }
        out = Optional.empty();
    }

    private synchronized void append(String line) {
        if (out.isEmpty()) {
            return;
        }
        try {
            out.get().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.error("a line is missing in the transfer log {}: {}", path, e.getMessage());
        }
    }

    private FileOutputStream open() throws IOException {
        return new FileOutputStream(path.toFile(), true);
    }
}
