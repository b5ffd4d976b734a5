package org.fastsend.client.cli;

import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import picocli.CommandLine.Option;

/// When the receiver begins to fetch from relays.
final class CollectOption {
    @Option(
            names = "--collect",
            paramLabel = "now|after",
            description = "Collect while the sender stripes (default), or when everything is striped.")
    private String when = "now";

    /// Throws USAGE for words that mean neither.
    void check() {
        after();
    }

    /// Whether not before everything is striped.
    boolean after() {
        return switch (when) {
            case "now" -> false;
            case "after" -> true;
            default -> throw new FspException(ErrorCode.USAGE, "--collect must be now or after");
        };
    }
}
