package org.fastsend.core.net.datagram;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import org.fastsend.core.net.linux.LinuxCalls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The descriptors of a UDP socket: the socket itself, and an event counter that another thread rings to wake
/// its owner. Both live until {@link #close}.
final class LinuxSocket implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LinuxSocket.class);
    private static final int BUFFER_BYTES = 16 << 20;

    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_NONBLOCK = 0x800;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int EFD_FLAGS = SOCK_NONBLOCK | SOCK_CLOEXEC;
    private static final int SOL_SOCKET = 1;
    private static final int SO_SNDBUF = 7;
    private static final int SO_RCVBUF = 8;
    private static final int SO_REUSEPORT = 15;
    private static final int SO_SNDBUFFORCE = 32;
    private static final int SO_RCVBUFFORCE = 33;
    private static final int SO_TIMESTAMPNS = 35;
    private static final int SOL_IP = 0;
    private static final int IP_MTU_DISCOVER = 10;
    private static final int SOL_IPV6 = 41;
    private static final int IPV6_MTU_DISCOVER = 23;
    private static final int IPV6_V6ONLY = 26;
    /// Datagrams are never cut up on their way, and the path's size is for the sender to find out.
    private static final int PMTUDISC_PROBE = 3;

    private static final int SOL_UDP = 17;
    private static final int UDP_SEGMENT = 103;
    private static final int UDP_GRO = 104;
    private static final int EACCES = 13;
    private static final int EADDRINUSE = 98;
    private static final int EADDRNOTAVAIL = 99;

    private final Arena arena;
    private final MemorySegment state;
    private final MemorySegment number;
    private final int family;
    private final int descriptor;
    private final int bell;
    private final boolean takesBursts;
    private final boolean sharesPort;
    private final AtomicBoolean rung = new AtomicBoolean();
    private boolean closed;

    /// @param shares the port with further sockets of this user
    private LinuxSocket(Arena arena, int family, int descriptor, int bell, boolean shares) throws IOException {
        this.arena = arena;
        this.state = arena.allocate(LinuxCalls.STATE);
        this.number = arena.allocate(Long.BYTES, Long.BYTES);
        this.family = family;
        this.descriptor = descriptor;
        this.bell = bell;
        enlarge(SO_SNDBUFFORCE, SO_SNDBUF);
        enlarge(SO_RCVBUFFORCE, SO_RCVBUF);
        set(SOL_IP, IP_MTU_DISCOVER, PMTUDISC_PROBE);
        if (family == SocketAddresses.INET6) {
            set(SOL_IPV6, IPV6_V6ONLY, 0);
            set(SOL_IPV6, IPV6_MTU_DISCOVER, PMTUDISC_PROBE);
        }
        set(SOL_UDP, UDP_GRO, 1);
        set(SOL_SOCKET, SO_TIMESTAMPNS, 1);
        this.sharesPort = shares && set(SOL_SOCKET, SO_REUSEPORT, 1);
        this.takesBursts = set(SOL_UDP, UDP_SEGMENT, 0); // known to this kernel; each burst says its own size
    }

    /// A bound socket. Any address means both families, where the system has both.
    ///
    /// @param shares the port with further sockets of this user, where the kernel lets it
    static LinuxSocket open(InetSocketAddress address, boolean shares) throws IOException {
        LinuxSocket socket = unbound(address, shares);
        try {
            socket.bind(address);
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /// A socket to be bound to that address.
    static LinuxSocket unbound(InetSocketAddress address, boolean shares) throws IOException {
        boolean v4 = address.getAddress() instanceof Inet4Address
                && !address.getAddress().isAnyLocalAddress();
        Arena arena = Arena.ofShared();
        try {
            MemorySegment state = arena.allocate(LinuxCalls.STATE);
            int type = SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
            int family = v4 ? SocketAddresses.INET : SocketAddresses.INET6;
            int descriptor = LinuxCalls.socket(state, family, type);
            if (descriptor < 0 && !v4 && address.getAddress() instanceof Inet4Address) {
                family = SocketAddresses.INET;
                descriptor = LinuxCalls.socket(state, family, type);
            }
            int bell = LinuxCalls.eventfd(state, EFD_FLAGS);
            LinuxSocket socket = new LinuxSocket(arena, family, descriptor, bell, shares);
            if (descriptor < 0 || bell < 0) {
                socket.close();
                throw refused(-Math.min(descriptor, bell));
            }
            return socket;
        } catch (IOException | RuntimeException e) {
            if (arena.scope().isAlive()) {
                arena.close();
            }
            throw e;
        }
    }

    /// Memory that lives as long as the socket.
    Arena arena() {
        return arena;
    }

    int family() {
        return family;
    }

    int descriptor() {
        return descriptor;
    }

    /// The event counter's descriptor.
    int bell() {
        return bell;
    }

    /// Whether further sockets may be bound to its port.
    boolean sharesPort() {
        return sharesPort;
    }

    /// Whether this kernel knows how to cut bursts; a device may still refuse.
    boolean takesBursts() {
        return takesBursts;
    }

    InetSocketAddress localAddress(SocketAddresses addresses) throws IOException {
        MemorySegment address = arena.allocate(SocketAddresses.INET6_BYTES, Long.BYTES);
        MemorySegment length = arena.allocate(Integer.BYTES, Integer.BYTES);
        length.set(ValueLayout.JAVA_INT, 0, SocketAddresses.INET6_BYTES);
        int result = LinuxCalls.getsockname(state, descriptor, address, length);
        if (result < 0) {
            throw new IOException("getsockname failed with error " + -result);
        }
        return addresses.read(address);
    }

    /// Wakes the owner. Thread-safe.
    void ring() {
        if (rung.compareAndSet(false, true)) {
            synchronized (this) {
                if (!closed) {
                    writeOne();
                }
            }
        }
    }

    boolean isRung() {
        return rung.get();
    }

    /// Owner: is awake, and looks at its work from here on.
    ///
    /// @param heard the bell's count has to be taken back
    void hush(boolean heard) throws IOException {
        rung.set(false);
        if (heard) {
            LinuxCalls.read(state, bell, number);
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            LinuxCalls.close(state, descriptor);
            LinuxCalls.close(state, bell);
        } catch (IOException e) {
            LOG.warn("closing a UDP socket", e);
        }
        arena.close();
    }

    private void writeOne() {
        try (Arena confined = Arena.ofConfined()) {
            MemorySegment one = confined.allocate(ValueLayout.JAVA_LONG);
            one.set(ValueLayout.JAVA_LONG, 0, 1);
            LinuxCalls.write(confined.allocate(LinuxCalls.STATE), bell, one);
        } catch (IOException e) {
            LOG.warn("waking a UDP socket's owner", e);
        }
    }

    void bind(InetSocketAddress address) throws IOException {
        MemorySegment bytes = arena.allocate(SocketAddresses.INET6_BYTES, Long.BYTES);
        int length = new SocketAddresses(family).write(address, bytes);
        int result = LinuxCalls.bind(state, descriptor, bytes, length);
        if (result < 0) {
            throw refused(-result);
        }
    }

    /// From now on the kernel gives it what comes from this peer, and nobody else's.
    ///
    /// @return 0, or the negated error number
    int connect(SocketAddresses addresses, InetSocketAddress peer) throws IOException {
        try (Arena confined = Arena.ofConfined()) {
            MemorySegment bytes = confined.allocate(SocketAddresses.INET6_BYTES, Long.BYTES);
            return LinuxCalls.connect(state, descriptor, bytes, addresses.write(peer, bytes));
        }
    }

    private static IOException refused(int errno) {
        return switch (errno) {
            case EADDRINUSE -> new BindException("Address already in use");
            case EADDRNOTAVAIL -> new BindException("Cannot assign requested address");
            case EACCES -> new BindException("Permission denied");
            default -> new IOException("no UDP socket can be opened: error " + errno);
        };
    }

    /// As root beyond the system's bounds, else up to them.
    private void enlarge(int force, int plain) throws IOException {
        if (!set(SOL_SOCKET, force, BUFFER_BYTES)) {
            set(SOL_SOCKET, plain, BUFFER_BYTES);
        }
    }

    private boolean set(int level, int option, int value) throws IOException {
        number.set(ValueLayout.JAVA_INT, 0, value);
        int result = LinuxCalls.setsockopt(state, descriptor, level, option, number);
        if (result < 0) {
            LOG.debug("socket option {}/{} is not to be had: error {}", level, option, -result);
        }
        return result >= 0;
    }
}
