package org.fastsend.server.command;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.fastsend.core.time.EpochClock;
import org.fastsend.server.control.ControlConnection;
import org.fastsend.server.data.ByteRanges;
import org.fastsend.server.data.TransferMarkers;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;

/// Tells a client that sends in MODE E how far it is: `112` performance markers and `111` range markers (GFD.20
/// sections 4.1 and 4.2).
record MarkerReplies(ControlConnection control, EpochClock clock) implements TransferMarkers {
    /// Ranges in one reply; a client that hears of fewer sends some bytes again.
    private static final int MAX_RANGES = 100;

    @Override
    public void received(long bytes, List<ByteRanges.Range> ranges) {
        long millis = clock.millis();
        control.send(Reply.list(
                ReplyCode.TRANSFER_EVENT,
                "Perf Marker",
                List.of(
                        String.format(Locale.ROOT, "Timestamp:  %d.%d", millis / 1000, millis % 1000 / 100),
                        "Stripe Index: 0",
                        "Stripe Bytes Transferred: " + bytes,
                        "Total Stripe Count: 1"),
                "End"));
        if (!ranges.isEmpty()) {
            control.send(Reply.of(
                    ReplyCode.FEED_ENTRY,
                    "Range Marker "
                            + ranges.stream()
                                    .limit(MAX_RANGES)
                                    .map(ByteRanges.Range::toString)
                                    .collect(Collectors.joining(","))));
        }
    }
}
