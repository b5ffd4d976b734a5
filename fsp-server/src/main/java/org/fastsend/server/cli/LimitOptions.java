package org.fastsend.server.cli;

import java.util.Optional;
import org.fastsend.core.cli.ByteSize;
import org.fastsend.server.auth.UserLimits;
import org.fastsend.server.net.SessionReuse;
import picocli.CommandLine.Option;

/// How much a user may do.
final class LimitOptions {
    @Option(
            names = "--quota",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "What may lie in the home directory, such as 10G.")
    private Optional<Long> quotaBytes = Optional.empty();

    @Option(
            names = "--down",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "What the user may fetch in a second, in all sessions together, such as 5M.")
    private Optional<Long> down = Optional.empty();

    @Option(
            names = "--up",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "What the user may send in a second.")
    private Optional<Long> up = Optional.empty();

    @Option(names = "--sessions", paramLabel = "N", description = "The user's sessions at the same time.")
    private Optional<Long> sessions = Optional.empty();

    @Option(
            names = "--tls-reuse",
            paramLabel = "off|prefer|require",
            converter = ReuseConverter.class,
            description = "Whether TLS on data connections must resume the control connection's session, in the place"
                    + " of the server's rule.")
    private Optional<SessionReuse> reuse = Optional.empty();

    /// Throws IllegalArgumentException for a limit of nothing.
    UserLimits limits() {
        return new UserLimits(quotaBytes, down, up, sessions, reuse);
    }
}
