package org.fastsend.client.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.fastsend.core.cli.BitRate;

/// What a path test found.
///
/// @param channel what carried it: `tcp`, `udp` or `tcp+udp`
/// @param bytes of data, each once
/// @param seconds from the first block asked to the last one answered
/// @param effectiveBitsPerSecond the same without the first quarter of the time, when it had not yet got going
/// @param linkShare of the rate asked for, what IP bits of data over UDP took of it once it had got going
/// @param ipBytesPerByte IP bytes sent over UDP for each byte of data in them; 1 if that is not known here
/// @param sendingCost part of the bytes sent that was sent again
/// @param receivingCost part of the bytes received that had come before
/// @param retransmissions parts of blocks sent again over UDP; segments of this host's TCP without UDP
public record BenchReport(
        String channel,
        long bytes,
        double seconds,
        double effectiveBitsPerSecond,
        OptionalDouble linkShare,
        double ipBytesPerByte,
        double sendingCost,
        double receivingCost,
        double rttMillis,
        double queueMeanMillis,
        double queueP95Millis,
        long retransmissions,
        double senderCpuSeconds,
        double receiverCpuSeconds) {
    private static final double GIGABYTE = 1e9;
    private static final double ROUND = 1e6;

    public double goodputBitsPerSecond() {
        return bytes * 8 / Math.max(1e-9, seconds);
    }

    /// For scripts, on one line.
    public String json() {
        ObjectNode node = new ObjectMapper()
                .createObjectNode()
                .put("channel", channel)
                .put("bytes", bytes)
                .put("seconds", rounded(seconds))
                .put("goodputBitsPerSecond", Math.round(goodputBitsPerSecond()))
                .put("effectiveBitsPerSecond", Math.round(effectiveBitsPerSecond))
                .put("ipBytesPerByte", rounded(ipBytesPerByte))
                .put("sendingCost", rounded(sendingCost))
                .put("receivingCost", rounded(receivingCost))
                .put("rttMillis", rounded(rttMillis))
                .put("queueMeanMillis", rounded(queueMeanMillis))
                .put("queueP95Millis", rounded(queueP95Millis))
                .put("retransmissions", retransmissions)
                .put("cpuSecondsPerGigabyte", rounded(perGigabyte(senderCpuSeconds + receiverCpuSeconds)))
                .put("senderCpuSecondsPerGigabyte", rounded(perGigabyte(senderCpuSeconds)))
                .put("receiverCpuSecondsPerGigabyte", rounded(perGigabyte(receiverCpuSeconds)));
        linkShare.ifPresent(share -> node.put("linkShare", rounded(share)));
        return node.toString();
    }

    /// For people.
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(line("goodput", rate(goodputBitsPerSecond()) + " over " + channel + ", " + one(seconds) + " s"));
        lines.add(line("effective rate", rate(effectiveBitsPerSecond)));
        linkShare.ifPresent(share -> lines.add(line("link share", percent(share))));
        lines.add(line("sending cost", percent(sendingCost)));
        lines.add(line("receiving cost", percent(receivingCost)));
        lines.add(line("round trip", one(rttMillis) + " ms"));
        lines.add(line("queueing delay", one(queueMeanMillis) + " ms mean, " + one(queueP95Millis) + " ms p95"));
        lines.add(line("retransmissions", String.valueOf(retransmissions)));
        lines.add(line(
                "CPU per GB",
                two(perGigabyte(senderCpuSeconds)) + " s sending, " + two(perGigabyte(receiverCpuSeconds))
                        + " s receiving"));
        return lines;
    }

    private double perGigabyte(double cpuSeconds) {
        return bytes == 0 ? 0 : cpuSeconds / (bytes / GIGABYTE);
    }

    private static String line(String label, String value) {
        return String.format(Locale.ROOT, "%-16s%s", label, value);
    }

    private static String one(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String two(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String percent(double part) {
        return two(part * 100) + " %";
    }

    private static String rate(double bitsPerSecond) {
        return BitRate.format(Math.round(bitsPerSecond));
    }

    private static double rounded(double value) {
        return Math.round(value * ROUND) / ROUND;
    }
}
