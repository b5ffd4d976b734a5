package org.fastsend.it.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.Await;
import org.fastsend.it.cluster.FspProcess;
import org.fastsend.it.cluster.LocalFederation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessTest {
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final Pattern PORT = Pattern.compile("listening on \\S*?:(\\d+)\\b");
    private static final Pattern PASSIVE = Pattern.compile("\\(\\|\\|\\|(\\d+)\\|\\)");

    @TempDir
    private Path directory;

    private Path root;
    private Path config;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectory(directory.resolve("root"));
        Files.write(root.resolve("large"), new byte[32 << 20]);
        config = directory.resolve("server.toml");
    }

    @Test
    void aSignalLetsTheRunningTransferEndAndTurnsOthersAway() throws Exception {
        configure("drain = 60");
        try (FspProcess server = start();
                Control busy = Control.to(server);
                Control idle = Control.to(server)) {
            try (Socket data = busy.passive()) {
                busy.say("150", "RETR large");
                signal(server, "TERM");
                idle.expect("421");
                try (Control late = Control.knock(server)) {
                    late.expect("421");
                }
                assertEquals(32 << 20, data.getInputStream().readAllBytes().length);
            }
            busy.expect("226");
            busy.expect("421");
            server.await();
        }
    }

    @Test
    void aSecondSignalEndsWhatStillRuns() throws Exception {
        configure("drain = 3600");
        try (FspProcess server = start();
                Control busy = Control.to(server);
                Control idle = Control.to(server);
                Socket data = busy.passive()) {
            busy.say("150", "RETR large");
            signal(server, "TERM");
            idle.expect("421");
            signal(server, "TERM");
            server.await();
            assertFalse(data.isClosed(), "nobody read it");
        }
    }

    @Test
    void aSignalReadsTheConfigurationAndOpensTheLogsAnew() throws Exception {
        assumeFalse(isHangupIgnored(), "under nohup the server ignores the signal, as it should");
        Path log = directory.resolve("transfers.json");
        configure("max-per-address = 1", "transfer-log = \"" + log + "\"");
        try (FspProcess server = start();
                Control first = Control.to(server)) {
            try (Control second = Control.knock(server)) {
                second.expect("421");
            }
            Files.move(log, directory.resolve("transfers.json.1"));
            configure("max-per-address = 5", "port = 1", "transfer-log = \"" + log + "\"");
            signal(server, "HUP");
            Await.until("the new log", () -> Files.exists(log));
            try (Control second = Control.to(server)) {
                second.say("200", "NOOP");
            }
            try (Socket data = first.passive()) {
                first.say("150", "NLST");
                data.getInputStream().readAllBytes();
            }
            first.expect("226");
            assertTrue(Files.readString(log).contains("\"verb\":\"NLST\""));
            Files.writeString(config, "nonsense");
            signal(server, "HUP");
            server.awaitErrorLine(line -> line.contains("the configuration stays as it was"));
            first.say("200", "NOOP");
        }
    }

    @Test
    void theSpoolOfAServerInAFederationIsGoneAfterASignal() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        try (LocalFederation federation = new LocalFederation(Files.createDirectory(directory.resolve("federation")))) {
            configure("federation = \"" + federation.member(Role.SERVER, "server") + "\"");
            try (FspProcess server = FspProcess.start(
                    directory,
                    List.of("-Xmx256m", "-Djava.io.tmpdir=" + temporary),
                    Map.of(),
                    List.of("server", "--config", config.toString()))) {
                Control.to(server).close();
                assertEquals(1, spools(temporary));
                signal(server, "TERM");
                server.await();
                assertEquals(0, spools(temporary));
            }
        }
    }

    private static long spools(Path temporary) throws IOException {
        try (Stream<Path> children = Files.list(temporary)) {
            return children.filter(child -> child.getFileName().toString().startsWith("fsp-server-"))
                    .count();
        }
    }

    private void configure(String... lines) throws IOException {
        String usual = "root = \"" + root + "\"\nanonymous = true\nhost = \"127.0.0.1\"\n";
        String port = List.of(lines).stream().anyMatch(line -> line.startsWith("port")) ? "" : "port = 0\n";
        Files.writeString(config, usual + port + String.join("\n", lines) + "\n");
    }

    private FspProcess start() {
        return FspProcess.start(
                directory,
                List.of("-Xmx256m"),
                Map.of("XDG_STATE_HOME", directory.toString()),
                List.of("server", "--config", config.toString()));
    }

    /// A process inherits it from whoever started it.
    private static boolean isHangupIgnored() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> line.matches(".*[13579bdf]"));
    }

    private static void signal(FspProcess server, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(server.process().pid()))
                .start()
                .waitFor();
    }

    /// An anonymous client's control connection.
    private record Control(Socket socket, BufferedReader in, int port) implements AutoCloseable {
        static Control knock(FspProcess server) throws IOException {
            Matcher listening =
                    PORT.matcher(server.awaitLine(line -> PORT.matcher(line).find()));
            if (!listening.find()) {
                throw new AssertionError("no port");
            }
            int port = Integer.parseInt(listening.group(1));
            Socket socket = open(port);
            return new Control(
                    socket,
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)),
                    port);
        }

        static Control to(FspProcess server) throws IOException {
            Control control = knock(server);
            control.expect("220");
            control.say("331", "USER anonymous");
            control.say("230", "PASS x");
            control.say("200", "TYPE I");
            return control;
        }

        Socket passive() throws IOException {
            Matcher port = PASSIVE.matcher(say("229", "EPSV"));
            if (!port.find()) {
                throw new AssertionError("no port");
            }
            return open(Integer.parseInt(port.group(1)));
        }

        String say(String code, String command) throws IOException {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return expect(code);
        }

        String expect(String code) throws IOException {
            String line = String.valueOf(in.readLine());
            assertTrue(line.startsWith(code + " "), line);
            return line;
        }

        private static Socket open(int port) throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            return socket;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
