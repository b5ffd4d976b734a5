package org.fastsend.client.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.NanoClock;

/// Another process of this very program: the same Java, class path and start-up archive, another command.
/// Its output goes to a file.
final class FspProcess implements AutoCloseable {
    private static final String MAIN = "org.fastsend.core.cli.Fsp";
    private static final long POLL_MILLIS = 10;
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final Path log;

    private FspProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /// Starts `fsp` with these arguments, and nothing to read.
    static FspProcess start(String name, Path log, List<String> arguments) throws IOException {
        FspProcess started = launch(name, log, arguments);
        started.process.getOutputStream().close();
        return started;
    }

    /// Runs `fsp` with these arguments to its end.
    ///
    /// @param input what it reads
    static void run(String name, Path log, List<String> arguments, String input)
            throws IOException, InterruptedException {
        FspProcess running = launch(name, log, arguments);
        try (OutputStream stdin = running.process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        if (running.process.waitFor() != 0) {
            throw new FspException(ErrorCode.INTERNAL, "the demo's " + name + " failed: " + running.lastLine());
        }
    }

    private static FspProcess launch(String name, Path log, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(sharedOptions());
        // What it leaves behind when it is ended lies beside its log, and goes with that.
        command.add("-Djava.io.tmpdir=" + log.toAbsolutePath().getParent());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), MAIN));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new FspProcess(name, process, log);
    }

    /// What this process was started with that makes starting faster or quieter.
    private static List<String> sharedOptions() {
        List<String> shared = new ArrayList<>();
        for (String option : ProcessHandle.current().info().arguments().orElse(new String[0])) {
            if (option.equals("-cp") || option.equals(MAIN)) {
                break;
            }
            if (option.startsWith("-XX:AOTCache=")
                    || option.startsWith("-Xlog:")
                    || option.startsWith("--enable-native-access")) {
                shared.add(option);
            }
        }
        return shared;
    }

    /// Waits until the process has written the port it listens at.
    int port(Path portFile, NanoClock clock) throws IOException, InterruptedException {
        long startNanos = clock.nanos();
        while (clock.nanos() - startNanos < START.toNanos()) {
            Optional<Integer> port = read(portFile);
            if (port.isPresent()) {
                return port.get();
            }
            if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new FspException(ErrorCode.INTERNAL, "the demo's " + name + " ended at once: " + lastLine());
            }
        }
        throw new FspException(ErrorCode.INTERNAL, "the demo's " + name + " did not start in time: " + lastLine());
    }

    private static Optional<Integer> read(Path portFile) throws IOException {
        try {
            String text = Files.readString(portFile);
            return text.endsWith("\n") ? Optional.of(Integer.parseInt(text.strip())) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private String lastLine() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.isEmpty() ? "it said nothing" : lines.getLast();
    }

    /// Asks it to end; [#close] waits for that.
    void stop() {
        process.destroy();
    }

    @Override
    public void close() {
        stop();
        try {
            if (!process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
