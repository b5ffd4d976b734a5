package org.fastsend.core.cli;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of this process. A JVM that ends waits 0.3 s for threads that are in the operating system, and where virtual
/// threads have used a socket one always is. A batch job would pay for that each time; so where the launcher says, by
/// the property `fsp.end`, that nothing is left to be done, the process leaves by the C library's `_exit`, without the
/// JVM's hooks.
final class ProcessEnd {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessEnd.class);
    /// Libraries that others unpack into the directory of temporary files, and delete in a hook.
    private static final Pattern UNPACKED_LIBRARY =
            Pattern.compile("(/.*/(?:bc-lts-jni\\w+-libs/libbc|libzstd-jni)-[^/]*)$");

    private ProcessEnd() {}

    static void end(int exitCode) {
        if ("at-once".equals(System.getProperty("fsp.end"))
                && System.getProperty("os.name").equals("Linux")) {
            leave(exitCode);
        }
        System.exit(exitCode);
    }

    @SuppressWarnings("restricted") // a function with the signature of its manual page
    private static void leave(int exitCode) {
        try {
            deleteUnpackedLibraries();
            Linker linker = Linker.nativeLinker();
            MethodHandle exit = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("_exit"), FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
            exit.invokeExact(exitCode);
        } catch (Throwable e) {
            LOG.info("the process ends the long way", e);
        }
    }

    private static void deleteUnpackedLibraries() throws IOException {
        List<Path> mapped;
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            mapped = maps.map(UNPACKED_LIBRARY::matcher)
                    .filter(Matcher::find)
                    .map(found -> Path.of(found.group(1)))
                    .distinct()
                    .toList();
        }
        for (Path library : mapped) {
            Files.deleteIfExists(library);
        }
        for (Path directory : mapped.stream().map(Path::getParent).distinct().toList()) {
            if (directory.getFileName().toString().startsWith("bc-lts-jni")) {
                Files.deleteIfExists(directory);
            }
        }
    }
}
