package org.fastsend.client.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fastsend.client.ftp.FakeFtpServer;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.Fsp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The commands as a person or a script runs them, against a server without the extension.
class TransferCommandsTest {
    @TempDir
    private Path work;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private FakeFtpServer fake;

    @BeforeEach
    void start() throws IOException {
        fake = new FakeFtpServer()
                .directory("/tree")
                .file("/tree/hello", "hello world")
                .file("/tree/\u001b[2J", "x")
                .link("/tree/link", "hello");
    }

    @AfterEach
    void stop() throws IOException {
        fake.close();
    }

    private int fsp(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Fsp.run(List.of(arguments), new PrintWriter(out, true), new PrintWriter(err, true));
    }

    private String url(String path) {
        return fake.url(path).toString();
    }

    private void expect(ExitCode code, String... arguments) {
        assertEquals(code.number(), fsp(arguments), () -> List.of(arguments) + "\n" + out + err);
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("fsp: "), err::toString);
        assertFalse(err.toString().contains("Exception"), err::toString);
    }

    @Test
    void saysInJsonTooWhatItDoesNotUnderstand() throws Exception {
        expect(ExitCode.USAGE, "get", "--json", "--no-such-option");
        JsonNode error = new ObjectMapper().readTree(out.toString()).path("error");
        assertEquals("USAGE", error.path("code").asText());
        assertTrue(err.toString().contains(error.path("message").asText()), err::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65", "many"})
    void collectTakesNoNumberOfStreamsThatMakesNoSense(String streams) {
        expect(
                ExitCode.USAGE,
                "collect",
                "--streams",
                streams,
                work.resolve("ticket").toString(),
                work.toString());
        assertTrue(err.toString().contains("--streams must be 1 to 64, or auto"), err::toString);
    }

    @Test
    void theHelpOfPutShowsOnceWhatItTakes() {
        assertEquals(0, fsp("put", "--help"));
        assertEquals(2, out.toString().split("PATH... URL", -1).length - 1, out::toString);
    }

    @Test
    void getsATreeAndReportsItAsJson() throws Exception {
        Path dest = work.resolve("dest");
        assertEquals(0, fsp("get", url("/tree"), dest.toString(), "--json"), err::toString);
        JsonNode report = new ObjectMapper().readTree(out.toString());
        assertEquals(12, report.path("bytes").asLong());
        assertEquals(4, report.path("files").asLong());
        assertEquals(0, report.path("relays").size());
        assertEquals(0, report.path("copies").asInt());
        assertFalse(report.path("verified").asBoolean(true), "without TLS nothing is sure");
        assertEquals("hello world", Files.readString(dest.resolve("tree/hello")));
        assertEquals("", err.toString());
    }

    @Test
    void tellsPeopleHowItWentAndStaysQuietInAPipe() {
        assertEquals(0, fsp("get", url("/tree/hello"), work.resolve("copy").toString()));
        assertTrue(out.toString().startsWith("collected 11 B in 1 file after "), out::toString);
        assertEquals("", err.toString());
    }

    @Test
    void listsWithoutShowingWhatWouldRewriteTheScreen() throws Exception {
        assertEquals(0, fsp("ls", url("/tree")), err::toString);
        assertTrue(out.toString().contains("hello"), out::toString);
        assertTrue(out.toString().contains("link -> hello"), out::toString);
        assertFalse(out.toString().contains("\u001b"));
        assertEquals(0, fsp("ls", "--json", url("/tree/hello")));
        JsonNode entry =
                new ObjectMapper().readTree(out.toString()).path("entries").path(0);
        assertEquals("hello", entry.path("name").asText());
        assertEquals(11, entry.path("size").asLong());
        assertEquals("file", entry.path("kind").asText());
        assertEquals("2024-01-02T03:04:05.500Z", entry.path("modified").asText());
    }

    @Test
    void givesEachMistakeOneLineAndItsOwnExitCode() throws IOException {
        String dest = work.resolve("dest").toString();
        Path file = Files.writeString(work.resolve("file"), "");
        int free;
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = unused.getLocalPort();
        }
        expect(ExitCode.UNKNOWN_HOST, "get", "ftp://no-such-host.invalid/x", dest);
        expect(ExitCode.CONNECT_REFUSED, "get", "ftp://127.0.0.1:" + free + "/x", dest);
        expect(ExitCode.MISSING_PATH, "get", url("/none"), dest);
        expect(ExitCode.MISSING_PATH, "ls", url("/none"));
        expect(ExitCode.NOT_WRITABLE, "get", url("/tree"), file.toString());
        expect(ExitCode.NOT_WRITABLE, "get", url("/tree"), file.resolve("below").toString());
        expect(ExitCode.UNTRUSTED, "get", url("/tree"), dest, "--pin", "sha256:" + "0".repeat(64));
        expect(ExitCode.USAGE, "get", url("/tree"), dest, "--pin", "none");
        expect(ExitCode.MISSING_PATH, "get", url("/tree"), dest, "--federation", dest);
        expect(ExitCode.MISSING_PATH, "collect", work.resolve("none").toString(), dest);
        Path nonsense = Files.writeString(work.resolve("nonsense"), "this is no ticket\n");
        expect(ExitCode.MALFORMED_TICKET, "collect", nonsense.toString(), dest);
        fake.reply("PASS", "530 Login incorrect.");
        expect(ExitCode.LOGIN_REFUSED, "get", url("/tree"), dest);
    }

    @Test
    void anEvacuationHasNoReceiverThatRelaysCouldBeNear() throws IOException {
        String file = Files.writeString(work.resolve("file"), "").toString();
        for (String where : List.of("auto:dr=5", "auto:ds=5,middle")) {
            expect(
                    ExitCode.USAGE,
                    "evacuate",
                    file,
                    "--relays",
                    where,
                    "--join",
                    "127.0.0.1:1",
                    "--federation",
                    work.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--channel pigeon",
                "--rate fast",
                "--rate 1M --min-rate 2M",
                "--policy rude",
                "--policy fixed",
                "--weight 100",
                "--strategy best",
                "--relays nowhere",
                "--streams 0",
                "--streams many",
                "--copies 0",
                "--block-size 1K",
                "--block-size big",
                "--cipher rot13",
                "--compression zip",
                "--checksum crc16",
                "--collect never",
                "--no-such-option"
            })
    void refusesSwitchesThatMakeNoSenseBeforeItConnects(String switches) {
        String[] words = switches.split(" ", -1);
        String[] arguments = new String[words.length + 3];
        arguments[0] = "get";
        arguments[1] = url("/tree");
        arguments[2] = work.resolve("dest").toString();
        System.arraycopy(words, 0, arguments, 3, words.length);
        expect(ExitCode.USAGE, arguments);
        assertEquals(List.of(), fake.commands());
    }

    /// 400 kB at 1 MB a second, of which a tenth of a second's worth may come at once.
    @Test
    void plainFtpKeepsToARateBothWays() throws Exception {
        fake.file("/large", new byte[400_000]);
        Path copy = work.resolve("copy");
        for (List<String> command : List.of(
                List.of("get", "--json", "--rate", "8M", url("/large"), copy.toString()),
                List.of("put", "--json", "--rate", "8M", copy.toString(), url("/")))) {
            assertEquals(0, fsp(command.toArray(String[]::new)), err::toString);
            double seconds = new ObjectMapper()
                    .readTree(out.toString())
                    .path("totalSeconds")
                    .asDouble();
            assertTrue(seconds > 0.25, () -> command + " took " + seconds);
        }
    }

    @Test
    void reportsAFailureAsJsonTooWithTheSameExitCode() throws Exception {
        String url = url("/no such thing");
        for (List<String> command :
                List.of(List.of("get", "--json", url, work.resolve("dest").toString()), List.of("ls", "--json", url))) {
            assertEquals(ExitCode.MISSING_PATH.number(), fsp(command.toArray(String[]::new)), err::toString);
            assertEquals(1, out.toString().lines().count(), out::toString);
            JsonNode error = new ObjectMapper().readTree(out.toString()).path("error");
            assertEquals("MISSING_PATH", error.path("code").asText());
            assertTrue(error.path("message").asText().contains("no such thing"), out::toString);
        }
    }
}
