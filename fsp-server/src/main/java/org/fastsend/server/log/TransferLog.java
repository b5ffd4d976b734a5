package org.fastsend.server.log;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where finished transfers are recorded: always in the server's own log, and in further files as the operator likes.
/// Thread-safe.
public final class TransferLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("org.fastsend.transfers");

    private final TransferFormat own = TransferFormat.keyValue();
    private final List<LogFile> files;

    public TransferLog(List<LogFile> files) {
        this.files = List.copyOf(files);
    }

    public void write(TransferRecord transfer) {
        own.line(transfer).ifPresent(LOG::info);
        files.forEach(file -> file.write(transfer));
    }

    /// Opens the files anew, which somebody may have moved away.
    public void reopen() {
        files.forEach(LogFile::reopen);
    }

    @Override
    public void close() {
        files.forEach(LogFile::close);
    }
}
