package org.fastsend.client.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.Fsp;
import org.fastsend.core.net.Carriage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Path tests on loopback, as `fsp bench run` makes and reports them.
class PathTestTest {
    private static final int BLOCK_BYTES = BenchBlocks.PAYLOAD_BYTES;

    @TempDir
    private Path work;

    @ParameterizedTest
    @ValueSource(strings = {"udp", "tcp"})
    void tellsWhatScriptsAskFor(String channel) throws IOException {
        JsonNode report = measure(Optional.empty(), "--channel", channel, "--bytes", "8M", "--streams", "1");
        assertEquals(channel, report.get("channel").asText());
        assertTrue(report.get("bytes").asLong() >= 8_000_000, report.toString());
        assertTrue(report.get("goodputBitsPerSecond").asLong() > 0, report.toString());
        assertTrue(report.get("rttMillis").asDouble() > 0, report.toString());
        assertTrue(report.get("cpuSecondsPerGigabyte").asDouble() > 0, report.toString());
        for (String key : List.of(
                "sendingCost", "receivingCost", "queueMeanMillis", "queueP95Millis", "retransmissions", "seconds")) {
            assertTrue(report.path(key).asDouble(-1) >= 0, () -> key + " in " + report);
        }
        assertFalse(report.has("linkShare"), "no rate was asked for");
    }

    @Test
    void aRateIsKeptAndItsShareTold() throws IOException {
        JsonNode report = measure(Optional.empty(), "--channel", "udp", "--bytes", "4M", "--rate", "80M");
        assertTrue(report.get("goodputBitsPerSecond").asLong() < 100_000_000, report.toString());
        double used = report.get("effectiveBitsPerSecond").asDouble()
                * report.get("ipBytesPerByte").asDouble()
                / 80_000_000;
        assertEquals(used, report.get("linkShare").asDouble(), 0.01, report.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "cubic"})
    void sendsByAnotherLawToCompareWith(String law) throws IOException {
        JsonNode report = measure(Optional.empty(), "--channel", "udp", "--bytes", "4M", "--controller", law);
        assertTrue(report.get("bytes").asLong() >= 4_000_000, report.toString());
    }

    @Test
    void aLawThatThereIsNotIsAMistake() {
        StringWriter err = new StringWriter();
        int code = run(new StringWriter(), err, List.of("bench", "run", "localhost:1", "--controller", "vegas"));
        assertEquals(ExitCode.USAGE.number(), code, err.toString());
        assertTrue(err.toString().contains("--controller"), err.toString());
    }

    @Test
    void bringsTheSendersAndTheReceiversDiskIn() throws IOException {
        byte[] data = new byte[2 * BLOCK_BYTES];
        new Random(7).nextBytes(data);
        Path from = Files.write(work.resolve("from"), data);
        Path to = work.resolve("to");
        try (FileChannel disk = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            measure(
                    Optional.of(disk),
                    "--channel",
                    "tcp",
                    "--streams",
                    "1",
                    "--bytes",
                    "6M",
                    "--read",
                    from.toString());
        }
        byte[] written = Files.readAllBytes(to);
        assertTrue(written.length >= 6_000_000, written.length + " bytes were written");
        assertTrue(contains(written, data, BLOCK_BYTES / 2), "what was read is what was written");
    }

    @Test
    void bringsTheFetchersDiskIn() throws IOException {
        Path to = work.resolve("to");
        JsonNode report = measure(Optional.empty(), "--channel", "udp", "--bytes", "4M", "--write", to.toString());
        assertTrue(Files.size(to) >= report.get("bytes").asLong(), Files.size(to) + " bytes were written");
    }

    @Test
    void readingAndWritingAtOnceIsAMistake() {
        StringWriter err = new StringWriter();
        int code = run(new StringWriter(), err, List.of("bench", "run", "localhost:1", "--read", "a", "--write", "b"));
        assertEquals(ExitCode.USAGE.number(), code, err.toString());
    }

    private static JsonNode measure(Optional<FileChannel> disk, String... options) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (BenchServer server = BenchServer.open(any, Carriage.unbounded(), disk)) {
            List<String> arguments = new ArrayList<>(List.of("bench", "run", "127.0.0.1:" + server.port(), "--json"));
            arguments.addAll(List.of(options));
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            assertEquals(ExitCode.OK.number(), run(out, err, arguments), err::toString);
            return new ObjectMapper().readTree(out.toString());
        }
    }

    private static int run(StringWriter out, StringWriter err, List<String> arguments) {
        return Fsp.run(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
    }

    /// Whether some bytes from the middle of the wanted ones are somewhere.
    private static boolean contains(byte[] all, byte[] wanted, int from) {
        for (int at = 0; at + 64 <= all.length; at++) {
            boolean same = true;
            for (int i = 0; i < 64 && same; i++) {
                same = all[at + i] == wanted[from + i];
            }
            if (same) {
                return true;
            }
        }
        return false;
    }
}
