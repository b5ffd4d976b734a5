package org.fastsend.client.cli;

import java.util.OptionalInt;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.TcpLimits;
import picocli.CommandLine.Option;

/// How many streams blocks travel on side by side.
final class StreamsOption {
    static final String AUTO = "auto";

    @Option(
            names = "--streams",
            paramLabel = "N|auto",
            description =
                    "Parallel streams with each relay, every four of them one session over UDP; auto (default): 4,"
                            + " and further sessions over UDP where one processor is not enough for them.")
    private String streams = AUTO;

    /// The number of streams asked for; empty for auto. Throws USAGE for what is neither.
    OptionalInt count() {
        return count(streams);
    }

    /// The same of what somebody wrote.
    static OptionalInt count(String text) {
        if (text.equalsIgnoreCase(AUTO)) {
            return OptionalInt.empty();
        }
        if (!text.matches("[0-9]{1,3}")
                || Integer.parseInt(text) < 1
                || Integer.parseInt(text) > TcpLimits.MAX_STREAMS) {
            throw new FspException(ErrorCode.USAGE, "--streams must be 1 to " + TcpLimits.MAX_STREAMS + ", or auto");
        }
        return OptionalInt.of(Integer.parseInt(text));
    }

    /// What was asked for.
    StreamWish wish() {
        OptionalInt count = count();
        return count.isPresent() ? StreamWish.exactly(count.getAsInt()) : StreamWish.AUTO;
    }
}
