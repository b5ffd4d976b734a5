package org.fastsend.it.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// What scripts read from `fsp simulate ... --json`, with as few options as it takes.
class SimulateCommandTest {
    private static JsonNode simulated(String... arguments) throws IOException {
        var out = new StringWriter();
        var command = new CommandLine(new SimulateCommand()).setOut(new PrintWriter(out));
        assertEquals(0, command.execute(arguments), out.toString());
        return new ObjectMapper().readTree(out.toString());
    }

    private static void assertNumbers(JsonNode node, List<String> keys) {
        for (String key : keys) {
            assertTrue(node.path(key).isNumber(), key + " in " + node);
        }
    }

    @Test
    void anOverlayIsSimulatedOverAMatrixAlone() throws IOException {
        JsonNode outcome = simulated("overlay", "--matrix", "seattle99", "--queries", "60", "--json");
        assertNumbers(
                outcome,
                List.of(
                        "exactPercent",
                        "medianErrorMillis",
                        "p90ErrorMillis",
                        "meanErrorMillis",
                        "probesPerQuery",
                        "hopsPerQuery",
                        "latencyMillis",
                        "recallAt8Percent",
                        "bitsPerSecondPerNode"));
        assertTrue(outcome.path("constraintSuccess").size() > 0, outcome.toString());
        assertTrue(outcome.path("exactPercent").asDouble() >= 80, outcome.toString());
    }

    @Test
    void aFlowIsSimulatedOverALinkOfARateAndARoundTrip() throws IOException {
        JsonNode outcome = simulated("udp", "--rate", "10M", "--rtt", "20ms", "--seconds", "5", "--json");
        assertNumbers(
                outcome,
                List.of(
                        "linkShare",
                        "sendingCost",
                        "receivingCost",
                        "queueMeanMillis",
                        "queueP95Millis",
                        "startupMillis",
                        "jainIndex"));
        JsonNode flow = outcome.path("flows").path(0);
        assertNumbers(flow, List.of("goodputBitsPerSecond"));
        assertTrue(flow.path("goodputBitsPerSecond").asDouble() > 7e6, outcome.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "udp --grid --rate 1M --rtt 1ms --write",
                "udp --drawn 1 --write",
                "overlay --table --queries 1 --seeds 1-1 --lines Seattle.*FSP --write"
            })
    void aDocumentWithoutAPlaceForTablesIsRefusedBeforeAnythingIsRun(String arguments, @TempDir Path dir)
            throws IOException {
        Path document = Files.writeString(dir.resolve("tables.md"), "no place");
        for (Path unfit : List.of(document, dir.resolve("missing.md"))) {
            var told = new StringWriter();
            var thrown = new AtomicReference<>(new Exception("nothing was refused"));
            var command = new CommandLine(new SimulateCommand())
                    .setErr(new PrintWriter(told))
                    .setExecutionExceptionHandler((exception, line, parsed) -> {
                        thrown.set(exception);
                        return ExitCode.of(ErrorCode.IO_FAILURE).number();
                    });
            command.execute((arguments + " " + unfit).split(" "));
            String message = thrown.get().getMessage();
            assertTrue(thrown.get() instanceof FspException && message.startsWith(unfit.toString()), message);
            assertEquals("", told.toString());
        }
        assertEquals("no place", Files.readString(document));
    }
}
