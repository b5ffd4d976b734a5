package org.fastsend.core.net.linux;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The socket calls of Linux's C library, by the signatures of their manual pages. Each returns what the call
/// returns, or the negated error number. Thread-safe, given a `state` segment a thread.
public final class LinuxCalls {
    /// Where a call leaves its error number.
    public static final StructLayout STATE = Linker.Option.captureStateLayout();

    private static final Logger LOG = LoggerFactory.getLogger(LinuxCalls.class);
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private LinuxCalls() {}

    /// The handles are constants, so that the JIT compiles calls down to calls.
    private static final class Handles {
        static final MethodHandle SOCKET = call("socket", FunctionDescriptor.of(INT, INT, INT, INT));
        static final MethodHandle BIND = call("bind", FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, INT));
        static final MethodHandle CONNECT = call("connect", FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, INT));
        static final MethodHandle GETSOCKNAME =
                call("getsockname", FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        static final MethodHandle GETPEERNAME =
                call("getpeername", FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        static final MethodHandle GETSOCKOPT =
                call("getsockopt", FunctionDescriptor.of(INT, INT, INT, INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        static final MethodHandle SETSOCKOPT =
                call("setsockopt", FunctionDescriptor.of(INT, INT, INT, INT, ValueLayout.ADDRESS, INT));
        static final MethodHandle SENDMSG = call("sendmsg", FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, INT));
        static final MethodHandle RECVMSG = call("recvmsg", FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, INT));
        static final MethodHandle PPOLL = call(
                "ppoll",
                FunctionDescriptor.of(INT, ValueLayout.ADDRESS, LONG, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        static final MethodHandle EVENTFD = call("eventfd", FunctionDescriptor.of(INT, INT, INT));
        static final MethodHandle READ = call("read", FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, LONG));
        static final MethodHandle WRITE = call("write", FunctionDescriptor.of(LONG, INT, ValueLayout.ADDRESS, LONG));
        static final MethodHandle CLOCK_GETTIME =
                call("clock_gettime", FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS));
        static final MethodHandle CLOSE = call("close", FunctionDescriptor.of(INT, INT));
        static final MethodHandle PRCTL =
                call("prctl", FunctionDescriptor.of(INT, INT, LONG), Linker.Option.firstVariadicArg(1));

        private Handles() {}

        @SuppressWarnings("restricted") // the signatures are those of the manual pages
        private static MethodHandle call(String name, FunctionDescriptor signature, Linker.Option... options) {
            Linker linker = Linker.nativeLinker();
            SymbolLookup library = linker.defaultLookup();
            Linker.Option[] all = new Linker.Option[options.length + 1];
            System.arraycopy(options, 0, all, 1, options.length);
            all[0] = Linker.Option.captureCallState("errno");
            return linker.downcallHandle(library.findOrThrow(name), signature, all);
        }
    }

    /// Whether this is a 64-bit little-endian Linux whose C library can be called.
    public static boolean areAvailable() {
        if (!System.getProperty("os.name").equals("Linux")
                || ValueLayout.ADDRESS.byteSize() != Long.BYTES
                || java.nio.ByteOrder.nativeOrder() != java.nio.ByteOrder.LITTLE_ENDIAN) {
            return false;
        }
        try {
            return Handles.CLOSE.type().parameterCount() > 0;
        } catch (RuntimeException | LinkageError e) {
            LOG.info("calls of the C library are not to be had here", e);
            return false;
        }
    }

    public static int socket(MemorySegment state, int domain, int type) throws IOException {
        try {
            return result(state, (int) Handles.SOCKET.invokeExact(state, domain, type, 0));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int bind(MemorySegment state, int descriptor, MemorySegment address, int length) throws IOException {
        try {
            return result(state, (int) Handles.BIND.invokeExact(state, descriptor, address, length));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int connect(MemorySegment state, int descriptor, MemorySegment address, int length)
            throws IOException {
        try {
            return result(state, (int) Handles.CONNECT.invokeExact(state, descriptor, address, length));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int getsockname(MemorySegment state, int descriptor, MemorySegment address, MemorySegment length)
            throws IOException {
        try {
            return result(state, (int) Handles.GETSOCKNAME.invokeExact(state, descriptor, address, length));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int getpeername(MemorySegment state, int descriptor, MemorySegment address, MemorySegment length)
            throws IOException {
        try {
            return result(state, (int) Handles.GETPEERNAME.invokeExact(state, descriptor, address, length));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /// getsockopt(2).
    ///
    /// @param length of one int: what there is room for, then what was written
    public static int getsockopt(
            MemorySegment state, int descriptor, int level, int option, MemorySegment value, MemorySegment length)
            throws IOException {
        try {
            return result(state, (int) Handles.GETSOCKOPT.invokeExact(state, descriptor, level, option, value, length));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /// setsockopt(2).
    ///
    /// @param value of one int
    public static int setsockopt(MemorySegment state, int descriptor, int level, int option, MemorySegment value)
            throws IOException {
        try {
            return result(state, (int)
                    Handles.SETSOCKOPT.invokeExact(state, descriptor, level, option, value, Integer.BYTES));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int sendmsg(MemorySegment state, int descriptor, MemorySegment message, int flags)
            throws IOException {
        try {
            return result(state, (int) (long) Handles.SENDMSG.invokeExact(state, descriptor, message, flags));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int recvmsg(MemorySegment state, int descriptor, MemorySegment message, int flags)
            throws IOException {
        try {
            return result(state, (int) (long) Handles.RECVMSG.invokeExact(state, descriptor, message, flags));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int ppoll(MemorySegment state, MemorySegment descriptors, long count, MemorySegment timeout)
            throws IOException {
        try {
            return result(
                    state, (int) Handles.PPOLL.invokeExact(state, descriptors, count, timeout, MemorySegment.NULL));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int eventfd(MemorySegment state, int flags) throws IOException {
        try {
            return result(state, (int) Handles.EVENTFD.invokeExact(state, 0, flags));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int read(MemorySegment state, int descriptor, MemorySegment into) throws IOException {
        try {
            return result(state, (int) (long) Handles.READ.invokeExact(state, descriptor, into, into.byteSize()));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int write(MemorySegment state, int descriptor, MemorySegment from) throws IOException {
        try {
            return result(state, (int) (long) Handles.WRITE.invokeExact(state, descriptor, from, from.byteSize()));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /// clock_gettime(2).
    ///
    /// @param time of two longs
    public static int clockGettime(MemorySegment state, int clock, MemorySegment time) throws IOException {
        try {
            return result(state, (int) Handles.CLOCK_GETTIME.invokeExact(state, clock, time));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int close(MemorySegment state, int descriptor) throws IOException {
        try {
            return result(state, (int) Handles.CLOSE.invokeExact(state, descriptor));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    public static int prctl(MemorySegment state, int option, long value) throws IOException {
        try {
            return result(state, (int) Handles.PRCTL.invokeExact(state, option, value));
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static int result(MemorySegment state, int returned) {
        return returned >= 0 ? returned : -(int) ERRNO.get(state, 0L);
    }

    private static IOException failed(Throwable cause) {
        return new IOException("a call of the C library could not be made", cause);
    }
}
