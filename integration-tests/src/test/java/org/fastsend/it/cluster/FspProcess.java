package org.fastsend.it.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// One running {@code fsp} process, started by the launcher as people do. Its standard output and error are kept;
/// {@link #awaitLine} waits for a line, so that no test needs to sleep.
public final class FspProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;
    private static final Path LAUNCHER = Path.of("..", "fsp").toAbsolutePath().normalize();
    private static final List<String> SMALL = List.of("-Xmx256m");
    /// Several run at once, each for seconds: what the second compiler would make comes too late for them.
    private static final List<String> SHORT_LIVED = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Process process;
    private final Output out;
    private final Output err;

    private FspProcess(Process process) {
        this.process = process;
        this.out = new Output(process.getInputStream());
        this.err = new Output(process.getErrorStream());
    }

    /// How a process ended.
    public record Ended(int exit, String out, String err) {
        /// The last line of standard output: the JSON object of {@code --json}.
        public String lastLine() {
            return out.strip().lines().reduce((_, last) -> last).orElse("");
        }
    }

    public static FspProcess start(Path directory, String... arguments) {
        return start(directory, SMALL, Map.of(), List.of(arguments));
    }

    public static FspProcess start(
            Path directory, List<String> jvmOptions, Map<String, String> environment, List<String> arguments) {
        return launch(List.of(), directory, jvmOptions, environment, arguments);
    }

    /// Starts a command with something in front of it, such as what puts it into another network.
    public static FspProcess startOn(List<String> prefix, Path directory, List<String> arguments) {
        return launch(prefix, directory, SMALL, Map.of(), arguments);
    }

    private static FspProcess launch(
            List<String> prefix,
            Path directory,
            List<String> jvmOptions,
            Map<String, String> environment,
            List<String> arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.add(LAUNCHER.toString());
        command.addAll(arguments);
        Map<String, String> all = new HashMap<>(environment);
        all.put("FSP_JAVA_HOME", System.getProperty("java.home"));
        all.put("FSP_JAVA_OPTS", String.join(" ", jvmOptions) + " " + String.join(" ", SHORT_LIVED));
        return start(directory, all, command);
    }

    /// Starts another main class of the test class path, such as a relay that misbehaves.
    public static FspProcess startMain(Path directory, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL);
        command.addAll(SHORT_LIVED);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(arguments);
        return start(directory, Map.of(), command);
    }

    private static FspProcess start(Path directory, Map<String, String> environment, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        // What a killed sender leaves belongs to the test, not to whoever runs it.
        builder.environment().put("XDG_STATE_HOME", directory.resolve(".state").toString());
        builder.environment().putAll(environment);
        try {
            return new FspProcess(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Runs a command to its end.
    public static Ended run(Path directory, String... arguments) {
        try (FspProcess running = start(directory, arguments)) {
            return running.await();
        }
    }

    /// Runs a command to its end with something to read on standard input.
    public static Ended runWithInput(Path directory, String input, String... arguments) {
        try (FspProcess running = start(directory, arguments)) {
            try (var stdin = running.process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            return running.await();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Ended await() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("still running after " + PATIENCE_SECONDS + " s:\n" + out.text() + err.text());
            }
            return new Ended(process.exitValue(), out.rest(), err.rest());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Waits until standard output has a line like this.
    public String awaitLine(Predicate<String> wanted) {
        return out.await(wanted, this::describe);
    }

    /// Waits until standard error has a line like this.
    public String awaitErrorLine(Predicate<String> wanted) {
        return err.await(wanted, this::describe);
    }

    public Process process() {
        return process;
    }

    /// SIGKILL, and waits until it is gone.
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// SIGSTOP: it answers nothing, and its connections stay.
    public void pause() {
        signal("STOP");
    }

    /// SIGCONT.
    public void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            int exit = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new AssertionError("kill -" + name + " ended with " + exit);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        kill();
    }

    private String describe() {
        return "process " + process.info().arguments().map(List::of).orElse(List.of()) + "\nout: " + out.text()
                + "\nerr: " + err.text();
    }

    /// Deletes a tree, links not followed.
    public static void deleteTree(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> all = Files.walk(root)) {
                for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    /// Everything that one stream has printed, and whoever waits for more of it.
    private static final class Output {
        private final StringBuilder text = new StringBuilder();
        private final List<Waiter> waiters = new ArrayList<>();
        private final CompletableFuture<String> ended = new CompletableFuture<>();

        private Output(InputStream stream) {
            Thread.ofVirtual().start(() -> drain(stream));
        }

        private record Waiter(Predicate<String> wanted, CompletableFuture<String> found) {}

        private void drain(InputStream stream) {
            try (BufferedReader lines =
                    new BufferedReader(new java.io.InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    add(line);
                }
            } catch (IOException e) {
                add("(stream broke: " + e + ")");
            }
            ended.complete(text());
        }

        private synchronized void add(String line) {
            text.append(line).append('\n');
            waiters.stream().filter(waiter -> waiter.wanted.test(line)).forEach(waiter -> waiter.found.complete(line));
        }

        private synchronized String text() {
            return text.toString();
        }

        private String rest() {
            return ended.orTimeout(10, TimeUnit.SECONDS).join();
        }

        private String await(Predicate<String> wanted, java.util.function.Supplier<String> description) {
            CompletableFuture<String> found = new CompletableFuture<>();
            synchronized (this) {
                text.toString().lines().filter(wanted).findFirst().ifPresent(found::complete);
                waiters.add(new Waiter(wanted, found));
            }
            var _ = ended.thenRun(
                    () -> found.completeExceptionally(new AssertionError("it ended first\n" + description.get())));
            try {
                return found.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError("no such line; " + description.get(), e);
            }
        }
    }
}
