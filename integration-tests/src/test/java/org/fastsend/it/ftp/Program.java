package org.fastsend.it.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A client that is a program of the system. A test that needs one which is not there is skipped, but fails
/// where FSP_REQUIRE_CLIENTS is true: continuous integration has installed them all.
final class Program {
    private static final long PATIENCE_SECONDS = 60;

    private final Path path;
    private final Path scratch;

    private Program(Path path, Path scratch) {
        this.path = path;
        this.scratch = scratch;
    }

    static Program named(String name, Path scratch) throws IOException {
        String search = System.getenv("PATH");
        for (String directory : (search == null ? "" : search).split(":", -1)) {
            Path candidate = Path.of(directory, name);
            if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                return new Program(candidate, Files.createDirectories(scratch));
            }
        }
        if ("true".equals(System.getenv("FSP_REQUIRE_CLIENTS"))) {
            return fail(name + " is not installed");
        }
        return abort(name + " is not installed");
    }

    /// Runs it to its end, which must be a success, and returns what it printed.
    String run(List<String> arguments) throws IOException, InterruptedException {
        return run(0, arguments);
    }

    /// Runs it to its end with this exit code.
    String run(int exit, List<String> arguments) throws IOException, InterruptedException {
        return run(exit, arguments, Path.of("/dev/null"));
    }

    /// Runs it to its end with this exit code, having it read what a file holds.
    String run(int exit, List<String> arguments, Path input) throws IOException, InterruptedException {
        Path output = Files.createTempFile(scratch, "output", "");
        ProcessBuilder builder = new ProcessBuilder(path.toString());
        builder.command().addAll(arguments);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("HOME", scratch.toString());
        Process process = builder.directory(scratch.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(input.toFile()))
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return fail(path + " hangs: " + printed(output));
        }
        assertEquals(exit, process.exitValue(), () -> path + " " + arguments + ": " + printed(output));
        return printed(output);
    }

    private static String printed(Path output) {
        try {
            return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
