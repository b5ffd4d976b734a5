package org.fastsend.client.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.fastsend.core.cli.BitRate;
import org.fastsend.core.cli.ByteSize;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.control.RunningTransfer;

/// Transfers of this host as `fsp transfers` shows them, for people or as JSON.
///
/// @param capBitsPerSecond over all of them
record TransferListing(Optional<Long> capBitsPerSecond, List<Row> rows) {
    private static final double NANOS_PER_SECOND = 1e9;

    /// One transfer and how fast it is now, in bits a second.
    record Row(RunningTransfer transfer, long sendingBitsPerSecond, long receivingBitsPerSecond) {
        /// @param earlier the same, so many nanoseconds before
        static Row of(RunningTransfer earlier, RunningTransfer now, long elapsedNanos) {
            return new Row(
                    now,
                    bits(now.sentBytes() - earlier.sentBytes(), elapsedNanos),
                    bits(now.receivedBytes() - earlier.receivedBytes(), elapsedNanos));
        }

        private static long bits(long bytes, long nanos) {
            return Math.round(bytes * Byte.SIZE * NANOS_PER_SECOND / Math.max(1, nanos));
        }
    }

    String json() {
        ObjectNode root = new ObjectMapper().createObjectNode();
        put(root, "capBitsPerSecond", capBitsPerSecond);
        ArrayNode list = root.putArray("transfers");
        for (Row row : rows) {
            RunningTransfer one = row.transfer;
            RateSettings settings = one.settings();
            ObjectNode node = list.addObject()
                    .put("id", one.id())
                    .put("what", one.what())
                    .put("channel", one.channel().label())
                    .put("minBitsPerSecond", settings.minBytesPerSecond() * Byte.SIZE)
                    .put("weight", settings.weight())
                    .put("policy", settings.policy().name().toLowerCase(Locale.ROOT))
                    .put("udpSessions", one.udpSessions())
                    .put("sendingBitsPerSecond", row.sendingBitsPerSecond)
                    .put("receivingBitsPerSecond", row.receivingBitsPerSecond)
                    .put("sentBytes", one.sentBytes())
                    .put("receivedBytes", one.receivedBytes());
            put(node, "targetBitsPerSecond", target(settings));
        }
        return root.toString();
    }

    private static void put(ObjectNode node, String name, Optional<Long> value) {
        value.ifPresentOrElse(number -> node.put(name, number), () -> node.putNull(name));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        capBitsPerSecond.ifPresent(cap ->
                lines.add("all together at most " + BitRate.format(cap) + " each way ('--cap unbounded' ends that)"));
        if (rows.isEmpty()) {
            lines.add("no transfers are running");
        }
        rows.forEach(row -> lines.add(line(row)));
        return lines;
    }

    private static String line(Row row) {
        RunningTransfer one = row.transfer;
        RateSettings settings = one.settings();
        long least = settings.minBytesPerSecond() * Byte.SIZE;
        return String.format(
                Locale.ROOT,
                "%s  %s  channel %s, rate %s%s, weight %s, policy %s; %s sent at %s, %s received at %s, %d UDP sessions",
                one.id(),
                one.what(),
                one.channel().label(),
                target(settings).map(BitRate::format).orElse("unbounded"),
                least > 0 ? ", at least " + BitRate.format(least) : "",
                settings.weight(),
                settings.policy().name().toLowerCase(Locale.ROOT),
                ByteSize.format(one.sentBytes()),
                BitRate.format(row.sendingBitsPerSecond),
                ByteSize.format(one.receivedBytes()),
                BitRate.format(row.receivingBitsPerSecond),
                one.udpSessions());
    }

    private static Optional<Long> target(RateSettings settings) {
        return Optional.of(settings.targetBytesPerSecond())
                .filter(bytes -> bytes != Long.MAX_VALUE)
                .map(bytes -> bytes * Byte.SIZE);
    }
}
