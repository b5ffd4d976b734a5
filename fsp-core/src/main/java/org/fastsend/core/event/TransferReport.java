package org.fastsend.core.event;

import java.util.List;

/// How a transfer ended, as far as one side knows.
///
/// @param bytes bytes of the files
/// @param files regular files, directories and links
/// @param seconds from the start of this side's work to its end
/// @param copies durable copies of each block off the sender
/// @param relays what each peer took or gave, by number
/// @param troubles files that did not make it: {@code path: reason}
public record TransferReport(
        long bytes, long files, double seconds, int copies, List<RelayShare> relays, List<String> troubles) {
    public TransferReport {
        relays = List.copyOf(relays);
        troubles = List.copyOf(troubles);
    }
}
