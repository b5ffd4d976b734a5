package org.fastsend.client.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Whether a person is at the other end of this process's streams. Java tells it only of input and output
/// together; where the system shows what a descriptor leads to, each is asked for itself.
final class Terminal {
    private static final int DEFAULT_COLUMNS = 80;
    private static final int MAX_COLUMNS = 1_000;

    private Terminal() {}

    static boolean isOutput() {
        return leadsToOne(1);
    }

    static boolean isError() {
        return leadsToOne(2);
    }

    static int columns() {
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[1-9][0-9]{0,3}")
                ? Math.min(MAX_COLUMNS, Integer.parseInt(columns))
                : DEFAULT_COLUMNS;
    }

    /// Asks a question whose answer is not shown; empty if nobody is there to ask.
    static Optional<String> secret(String question) {
        return console().map(console -> console.readPassword("%s", question)).map(String::new);
    }

    private static Optional<Console> console() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal);
    }

    private static boolean leadsToOne(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return console().isPresent();
        }
    }
}
