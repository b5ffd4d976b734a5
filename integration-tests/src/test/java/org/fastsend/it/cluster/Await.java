package org.fastsend.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Waits for a condition in another process, as short as can be and not for ever.
public final class Await {
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    /// Looking is work, too, on a machine that others test.
    private static final long STEP_NANOS = 10_000_000;

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        found(what, () -> condition.getAsBoolean() ? Optional.of(condition) : Optional.empty());
    }

    /// What was searched for, once it is there.
    public static <T> T found(String what, Supplier<Optional<T>> search) {
        long start = System.nanoTime();
        while (true) {
            Optional<T> found = search.get();
            if (found.isPresent()) {
                return found.get();
            }
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new AssertionError("waited in vain for this: " + what);
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    /// Bytes of all files below a directory that may not exist yet, and changes under our eyes.
    public static long bytesBelow(Path directory) {
        if (!Files.isDirectory(directory)) {
            return 0;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0; // something was renamed while we looked: look again
        }
    }
}
