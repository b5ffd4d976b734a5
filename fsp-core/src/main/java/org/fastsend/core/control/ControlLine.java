package org.fastsend.core.control;

import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/// A line of bounded length.
final class ControlLine {
    private ControlLine() {}

    /// Empty if there is none before the end.
    static Optional<String> read(Reader in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return line.isEmpty() ? Optional.empty() : Optional.of(line.toString());
            }
            if (line.length() >= ControlCodec.MAX_LINE) {
                throw new IOException("a line of more than " + ControlCodec.MAX_LINE + " characters");
            }
            line.append((char) c);
        }
        return Optional.of(line.toString());
    }
}
