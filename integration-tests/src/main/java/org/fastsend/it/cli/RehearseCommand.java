package org.fastsend.it.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.Fsp;
import org.fastsend.core.cli.FspCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Does a little of everything that fsp is for in one process: relays, a server, and what goes over them. The launcher
/// has the JVM watch, and keep what it loaded and learnt for the commands to come.
@Command(
        name = "rehearse",
        mixinStandardHelpOptions = true,
        hidden = true,
        description = "Sends a little of everything over relays of its own; for the launcher.")
public final class RehearseCommand implements FspCommand {
    private static final int LARGE_BYTES = 64 << 20;
    private static final int SMALL_BYTES = 10_000;
    private static final int SMALL_FILES = 300;
    private static final Duration STEP = Duration.ofMillis(10);
    private static final int STEPS = 2_000;

    private final PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

    @Parameters(paramLabel = "DIR", description = "An empty directory to do it in.")
    private Path stage = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path tree = stage.resolve("root/tree");
        write(tree);
        fsp("ca", "init", at("ca"));
        String relay = start("relay", "--dir", at("store"));
        String server =
                "ftp://127.0.0.1:" + portOf(start("server", "--root", at("root"), "--anonymous", "--relays", relay));
        String client = member("client");
        fsp(
                "evacuate",
                tree.toString(),
                "--join",
                relay,
                "--json",
                "--ticket-file",
                at("ticket"),
                "--federation",
                client);
        fsp("collect", at("ticket"), at("collected"), "--json");
        fsp("get", server + "/tree", at("got"), "--json", "--federation", client);
        fsp("get", server + "/tree/large", at("plain"), "--plain", "--federation", client);
        fsp("ls", server + "/tree", "--federation", client);
        return ExitCode.OK.number();
    }

    private static void write(Path tree) throws IOException {
        Random random = new Random(1);
        byte[] large = new byte[LARGE_BYTES];
        random.nextBytes(large);
        Files.createDirectories(tree);
        Files.write(tree.resolve("large"), large);
        for (int i = 0; i < SMALL_FILES; i++) {
            Files.write(tree.resolve("small" + i), Arrays.copyOfRange(large, i * SMALL_BYTES, (i + 1) * SMALL_BYTES));
        }
    }

    /// Starts a command that goes on until this process ends, and returns where it listens.
    private String start(String name, String... more) throws InterruptedException, IOException {
        Path port = stage.resolve(name + ".port");
        List<String> words = new ArrayList<>(List.of(name, "--host", "127.0.0.1", "--port", "0"));
        words.addAll(List.of("--port-file", port.toString(), "--federation", member(name)));
        words.addAll(List.of(more));
        Thread command = Thread.ofPlatform().daemon().name(name).start(() -> Fsp.run(words, nowhere, nowhere));
        for (int i = 0; !Files.exists(port); i++) {
            if (i >= STEPS || command.join(STEP)) {
                throw new IOException("the " + name + " does not start");
            }
        }
        return "127.0.0.1:" + Files.readString(port).strip();
    }

    private static String portOf(String address) {
        return address.substring(address.lastIndexOf(':') + 1);
    }

    private String member(String role) {
        fsp(
                "ca",
                "issue",
                at("ca"),
                "--role",
                role,
                "--name",
                role,
                "--host",
                "127.0.0.1",
                "--out",
                at(role + ".member"));
        return at(role + ".member");
    }

    private void fsp(String... words) {
        StringWriter said = new StringWriter();
        int exit = Fsp.run(List.of(words), nowhere, new PrintWriter(said));
        if (exit != 0) {
            throw new IllegalStateException("fsp " + String.join(" ", words) + " ended with " + exit + ": " + said);
        }
    }

    private String at(String name) {
        return stage.resolve(name).toString();
    }
}
