package org.fastsend.core.stripe;

import java.util.Locale;

/// How blocks are spread over targets.
public enum Strategy {
    /// Whichever target has room next gets the next block: faster targets get more.
    FIRST_COME,
    /// Block k goes to target k mod n of those that take blocks: every target gets as many, the slowest sets the pace.
    ROUND_ROBIN,
    /// Every target gets one contiguous share of each large file ([org.fastsend.core.extent.Partition]), as many bytes
    /// as the others, and as many small files.
    PARTITIONED;

    /// The strategy of a name as people and OPTS write it: `fcfs`, `round-robin`, `partitioned`, in any case. Throws
    /// IllegalArgumentException for others.
    public static Strategy parse(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "fcfs" -> FIRST_COME;
            case "round-robin" -> ROUND_ROBIN;
            case "partitioned" -> PARTITIONED;
            default ->
                throw new IllegalArgumentException(
                        "no strategy is called '" + name + "'; there are fcfs, round-robin, partitioned");
        };
    }
}
