package org.fastsend.core.files;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The few calls of Linux's C library for which Java has no name. Thread-safe.
final class NativeFiles {
    /// No data at or behind this place.
    static final int ENXIO = 6;

    private static final Logger LOG = LoggerFactory.getLogger(NativeFiles.class);
    /// `O_RDONLY | O_CLOEXEC | O_NONBLOCK`, the same numbers on x86-64, arm64 and riscv64; the last so that a pipe
    /// in a file's place does not wait for its other end.
    private static final int OPEN_FLAGS = 0x80000 | 0x800;

    private static final int SEEK_DATA = 3;
    private static final int ENOSPC = 28;
    private static final int EDQUOT = 122;
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final MethodHandle open;
    private final MethodHandle close;
    private final MethodHandle syncfs;
    private final MethodHandle lseek;

    @SuppressWarnings("restricted") // four functions with the signatures of their manual pages
    private NativeFiles() {
        Linker linker = Linker.nativeLinker();
        SymbolLookup library = linker.defaultLookup();
        Linker.Option errno = Linker.Option.captureCallState("errno");
        FunctionDescriptor ofInt = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
        this.open = linker.downcallHandle(
                library.findOrThrow("open"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                errno,
                Linker.Option.firstVariadicArg(2));
        this.close = linker.downcallHandle(library.findOrThrow("close"), ofInt, errno);
        this.syncfs = linker.downcallHandle(library.findOrThrow("syncfs"), ofInt, errno);
        this.lseek = linker.downcallHandle(
                library.findOrThrow("lseek"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT),
                errno);
    }

    /// The calls, where this is a 64-bit Linux that has them.
    static Optional<NativeFiles> ofThisPlatform() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new NativeFiles());
        } catch (RuntimeException | LinkageError e) {
            LOG.info("calls of the C library are not to be had here", e);
            return Optional.empty();
        }
    }

    /// Opens a file or directory for reading and returns its descriptor; [#close] has to follow.
    int open(Path path) throws IOException {
        byte[] bytes = FileNames.bytes(path.toAbsolutePath());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(bytes.length + 1L);
            MemorySegment.copy(bytes, 0, name, ValueLayout.JAVA_BYTE, 0, bytes.length);
            MemorySegment state = arena.allocate(STATE);
            int descriptor = (int) invoke(() -> (int) open.invokeExact(state, name, OPEN_FLAGS));
            return descriptor >= 0 ? descriptor : (int) fail("open", state);
        }
    }

    void close(int descriptor) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            if (invoke(() -> (int) close.invokeExact(state, descriptor)) != 0) {
                fail("close", state);
            }
        }
    }

    /// Makes everything durable that was written to the file system on which the open file lies.
    void syncfs(int descriptor) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            if (invoke(() -> (int) syncfs.invokeExact(state, descriptor)) != 0) {
                fail("syncfs", state);
            }
        }
    }

    /// Where the next data at or behind `offset` begins; empty if there is none up to the file's end.
    Optional<Long> nextData(int descriptor, long offset) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            long found = invoke(() -> (long) lseek.invokeExact(state, descriptor, offset, SEEK_DATA));
            if (found < 0 && errno(state) == ENXIO) {
                return Optional.empty();
            }
            return Optional.of(found >= 0 ? found : fail("lseek", state));
        }
    }

    private interface Call {
        long run() throws Throwable;
    }

    private static long invoke(Call call) throws IOException {
        try {
            return call.run();
        } catch (Throwable e) {
            throw new IOException("a call of the C library could not be made", e);
        }
    }

    private static long fail(String call, MemorySegment state) throws IOException {
        int errno = errno(state);
        boolean full = errno == ENOSPC || errno == EDQUOT;
        throw new IOException(full ? "No space left on device (" + call + ")" : call + " failed with error " + errno);
    }

    private static int errno(MemorySegment state) {
        return (int) ERRNO.get(state, 0L);
    }
}
