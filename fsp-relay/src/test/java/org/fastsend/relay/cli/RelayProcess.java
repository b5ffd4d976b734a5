package org.fastsend.relay.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A relay in a process of its own, so that it can be killed.
final class RelayProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final Process process;
    private final String announcement;
    private final int port;

    private RelayProcess(Process process, String announcement) {
        this.process = process;
        this.announcement = announcement;
        String afterColon = announcement.substring(announcement.indexOf(" on ") + " on ".length());
        this.port = Integer.parseInt(afterColon.substring(afterColon.indexOf(':') + 1, afterColon.indexOf(',')));
    }

    /// Starts {@code fsp relay} with these arguments and waits until it says that it listens.
    static RelayProcess start(Path errors, List<String> jvmOptions, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add("org.fastsend.core.cli.Fsp");
        command.add("relay");
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        String line = firstLine(process);
        if (line.isEmpty()) {
            throw new AssertionError("the relay did not start: " + Files.readString(errors));
        }
        return new RelayProcess(process, line);
    }

    private static String firstLine(Process process) throws IOException {
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        return line == null ? "" : line;
    }

    int port() {
        return port;
    }

    String announcement() {
        return announcement;
    }

    /// SIGKILL.
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /// SIGTERM; returns the exit code.
    int terminate() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the relay did not stop in " + PATIENCE_SECONDS + " s");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
