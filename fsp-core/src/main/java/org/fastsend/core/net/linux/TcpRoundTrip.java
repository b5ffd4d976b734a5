package org.fastsend.core.net.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Socket;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The round trip of a TCP connection as the kernel has measured it, between segments: what a program sees of it takes
/// in its own cold start and its waiting for a processor, which on a short path is most of it. Source: `struct
/// tcp_info`
/// of linux/tcp.h, since Linux 4.6. Each question has its own memory.
public final class TcpRoundTrip {
    private static final Logger LOG = LoggerFactory.getLogger(TcpRoundTrip.class);
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    /// A process with more has other worries than the choice that a round trip decides.
    private static final int MOST_DESCRIPTORS = 4096;

    private static final int SOL_TCP = 6;
    private static final int TCP_INFO = 11;
    private static final int MIN_RTT_AT = 148;
    private static final int INFO_BYTES = MIN_RTT_AT + Integer.BYTES;
    private static final int UNKNOWN = -1;
    private static final long NANOS_PER_MICRO = 1000;

    private static final int ADDRESS_BYTES = 28;
    private static final int PORT_AT = 2;
    private static final ValueLayout.OfShort PORT = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment state;
    private final MemorySegment address;
    private final MemorySegment info;
    private final MemorySegment length;

    private TcpRoundTrip(Arena arena) {
        state = arena.allocate(LinuxCalls.STATE);
        address = arena.allocate(ADDRESS_BYTES, Long.BYTES);
        info = arena.allocate(INFO_BYTES, Long.BYTES);
        length = arena.allocate(Integer.BYTES, Integer.BYTES);
    }

    /// The shortest so far; empty where it cannot be told.
    public static OptionalLong shortestNanos(Socket connected) {
        if (!LinuxCalls.areAvailable()) {
            return OptionalLong.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            return new TcpRoundTrip(arena).shortestNanos(connected.getLocalPort(), connected.getPort());
        } catch (IOException e) {
            LOG.debug("the kernel does not tell how long a round trip takes", e);
            return OptionalLong.empty();
        }
    }

    /// The JDK does not tell which descriptor a socket has. Two connections of the same ports at both ends lead to
    /// different hosts; that is rare, and no harm.
    private OptionalLong shortestNanos(int localPort, int peerPort) throws IOException {
        for (int descriptor : latestFirst()) {
            roomFor(ADDRESS_BYTES);
            if (LinuxCalls.getsockname(state, descriptor, address, length) < 0 || port() != localPort) {
                continue;
            }
            roomFor(ADDRESS_BYTES);
            if (LinuxCalls.getpeername(state, descriptor, address, length) >= 0 && port() == peerPort) {
                return shortestNanos(descriptor);
            }
        }
        return OptionalLong.empty();
    }

    private static List<Integer> latestFirst() throws IOException {
        try (Stream<Path> all = Files.list(DESCRIPTORS)) {
            return all.map(path -> Integer.parseInt(path.getFileName().toString()))
                    .sorted(Comparator.reverseOrder())
                    .limit(MOST_DESCRIPTORS)
                    .toList();
        }
    }

    private OptionalLong shortestNanos(int descriptor) throws IOException {
        roomFor(INFO_BYTES);
        int result = LinuxCalls.getsockopt(state, descriptor, SOL_TCP, TCP_INFO, info, length);
        boolean told = result >= 0 && length.get(ValueLayout.JAVA_INT, 0) >= INFO_BYTES;
        int micros = told ? info.get(ValueLayout.JAVA_INT, MIN_RTT_AT) : UNKNOWN;
        return micros == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(micros * NANOS_PER_MICRO);
    }

    private void roomFor(int bytes) {
        length.set(ValueLayout.JAVA_INT, 0, bytes);
    }

    private int port() {
        return Short.toUnsignedInt(address.get(PORT, PORT_AT));
    }
}
