package org.fastsend.client.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.fastsend.core.net.udp.UdpTotals;

/// What one end of a path test has counted since it started. The serving end tells it as JSON.
///
/// @param receivedBytes message bytes that came over UDP, each once
/// @param duplicateBytes of those that came again
record BenchFigures(long cpuNanos, long receivedBytes, long duplicateBytes, long sentBytes, long resentBytes) {
    static BenchFigures of(UdpTotals totals) {
        return new BenchFigures(
                BenchEnd.cpuNanos(),
                totals.receivedDataBytes(),
                totals.duplicateDataBytes(),
                totals.sentDataBytes(),
                totals.resentDataBytes());
    }

    BenchFigures since(BenchFigures earlier) {
        return new BenchFigures(
                cpuNanos - earlier.cpuNanos,
                receivedBytes - earlier.receivedBytes,
                duplicateBytes - earlier.duplicateBytes,
                sentBytes - earlier.sentBytes,
                resentBytes - earlier.resentBytes);
    }

    byte[] encode() {
        return new ObjectMapper()
                .createObjectNode()
                .put("cpuNanos", cpuNanos)
                .put("receivedBytes", receivedBytes)
                .put("duplicateBytes", duplicateBytes)
                .put("sentBytes", sentBytes)
                .put("resentBytes", resentBytes)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /// Throws IllegalArgumentException for anything else.
    static BenchFigures decode(byte[] bytes) {
        try {
            JsonNode node = new ObjectMapper().readTree(new String(bytes, StandardCharsets.UTF_8));
            return new BenchFigures(
                    node.path("cpuNanos").asLong(),
                    node.path("receivedBytes").asLong(),
                    node.path("duplicateBytes").asLong(),
                    node.path("sentBytes").asLong(),
                    node.path("resentBytes").asLong());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not the figures of a path test", e);
        }
    }
}
