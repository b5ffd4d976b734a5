package org.fastsend.core.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.DiskFailure;

/// What a process prints for others, and whether it got there: a writer above this one keeps that to itself. Not
/// thread-safe beyond what that writer is.
final class StandardOutput extends OutputStream {
    private final OutputStream out;
    private Optional<IOException> failure = Optional.empty();

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    /// Why something did not get there. Who reads no further has heard enough: that is none.
    Optional<FspException> failure() {
        return failure.filter(e -> !String.valueOf(e.getMessage()).contains("Broken pipe"))
                .map(e -> new FspException(
                        ErrorCode.IO_FAILURE,
                        "writing to standard output failed: " + DiskFailure.reason(e) + "; all else was done",
                        e));
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = failure.or(() -> Optional.of(e));
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
