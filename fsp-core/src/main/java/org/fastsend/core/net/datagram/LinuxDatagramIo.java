package org.fastsend.core.net.datagram;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.fastsend.core.net.linux.LinuxCalls;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A UDP socket of Linux: one system call sends a whole burst, which the kernel (or the network card) cuts
/// into datagrams (`UDP_SEGMENT`), and one receives a whole train of equal datagrams from one sender
/// (`UDP_GRO`). Where a device refuses to cut, datagrams are sent one by one from then on. Source: udp(7),
/// `Documentation/networking/segmentation-offloads.rst`.
final class LinuxDatagramIo implements DatagramIo {
    private static final Logger LOG = LoggerFactory.getLogger(LinuxDatagramIo.class);
    private static final int MAX_TRAINS = 8;
    private static final int TRAIN_BYTES = 1 << 16;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static final long MOST_WAITED_NANOS = 200_000_000;
    private static final int CLOCK_REALTIME = 0;

    private static final int EINTR = 4;
    private static final int EIO = 5;
    private static final int EAGAIN = 11;
    private static final int ENOMEM = 12;
    private static final int EACCES = 13;
    private static final int EINVAL = 22;
    private static final int ENONET = 64;
    private static final int EPROTO = 71;
    private static final int EMSGSIZE = 90;
    private static final int ENOPROTOOPT = 92;
    private static final int EOPNOTSUPP = 95;
    private static final int EAFNOSUPPORT = 97;
    private static final int EADDRNOTAVAIL = 99;
    private static final int ENETDOWN = 100;
    private static final int ENETUNREACH = 101;
    private static final int ENOBUFS = 105;
    private static final int ECONNREFUSED = 111;
    private static final int EHOSTDOWN = 112;
    private static final int EHOSTUNREACH = 113;
    private static final int EPERM = 1;
    /// Two `pollfd` of 8 bytes: the socket and its bell.
    private static final int BELL_AT = 8;

    private static final int WANTED_AT = 4;
    private static final int BELL_ANSWER_AT = BELL_AT + 6;
    private static final short POLLIN = 1;
    private static final short POLLOUT = 4;
    private static final int PR_SET_TIMERSLACK = 29;

    private final LinuxSocket socket;
    private final SocketAddresses addresses;
    private final LinuxMessage outgoing;
    private final LinuxMessage incoming;
    private final MemorySegment state;
    private final MemorySegment polled;
    private final MemorySegment timeout;
    private final byte[] train = new byte[TRAIN_BYTES];
    private final InetSocketAddress local;

    private final boolean isSibling;

    private boolean aimed;
    private boolean cutting;
    private @Nullable InetSocketAddress lastTo;
    private boolean preciseTimer;
    private int tooLongBytes;

    private LinuxDatagramIo(LinuxSocket socket, Arena arena, Optional<InetSocketAddress> siblingOf) throws IOException {
        this.socket = socket;
        this.addresses = new SocketAddresses(socket.family());
        this.outgoing = new LinuxMessage(arena, TRAIN_BYTES);
        this.incoming = new LinuxMessage(arena, TRAIN_BYTES);
        this.state = arena.allocate(LinuxCalls.STATE);
        this.polled = arena.allocate(16, Long.BYTES);
        this.timeout = arena.allocate(16, Long.BYTES);
        this.cutting = socket.takesBursts();
        this.isSibling = siblingOf.isPresent();
        this.local = isSibling ? siblingOf.get() : socket.localAddress(addresses);
        polled.set(ValueLayout.JAVA_INT, 0, socket.descriptor());
        polled.set(ValueLayout.JAVA_INT, BELL_AT, socket.bell());
        polled.set(ValueLayout.JAVA_SHORT, BELL_AT + WANTED_AT, POLLIN);
    }

    /// @param hasSiblings where the kernel lets it
    static LinuxDatagramIo open(InetSocketAddress address, boolean hasSiblings) throws IOException {
        return of(LinuxSocket.open(address, hasSiblings), Optional.empty());
    }

    private static LinuxDatagramIo of(LinuxSocket socket, Optional<InetSocketAddress> siblingOf) throws IOException {
        try {
            return new LinuxDatagramIo(socket, socket.arena(), siblingOf);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public boolean hasSiblings() {
        return !isSibling && socket.sharesPort();
    }

    @Override
    public DatagramIo sibling() throws IOException {
        return of(LinuxSocket.unbound(local, true), Optional.of(local));
    }

    /// It is bound only now, as until it has a peer the kernel spreads over all sockets of the port
    /// what comes. A peer that cannot be reached from here is none: what it sends comes to the
    /// port's first socket.
    @Override
    public void aim(InetSocketAddress peer) throws IOException {
        if (!isSibling || !addresses.canWrite(peer)) {
            return;
        }
        if (!aimed) {
            socket.bind(local);
            aimed = true;
        }
        int result = socket.connect(addresses, peer);
        if (result < 0) {
            LOG.info("a socket at {} cannot be aimed at {}: error {}", local, peer, -result);
        }
    }

    @Override
    public boolean cutsBursts() {
        return cutting;
    }

    @Override
    public int send(byte[] bytes, int offset, int length, int datagramBytes, InetSocketAddress to) throws IOException {
        tooLongBytes = 0;
        if (!addresses.canWrite(to) || (isSibling && !aimed)) {
            return length; // lost: there is no way to it from here
        }
        if (!to.equals(lastTo)) {
            outgoing.addressLength(addresses.write(to, outgoing.address()));
            lastTo = to;
        }
        outgoing.fill(bytes, offset, length);
        if (length > datagramBytes && cutting) {
            int result = send(0, length, datagramBytes);
            if (result >= 0) {
                return length;
            }
            if (isFull(-result)) {
                return 0;
            }
            if (!mayBeSentSingly(-result)) {
                checkLost(-result);
                return length;
            }
        }
        return sendSingly(length, datagramBytes);
    }

    @Override
    public int tooLongBytes() {
        return tooLongBytes;
    }

    /// A burst that was refused may be one whose datagrams are too long for the link: only if they can be sent
    /// one by one is it the cutting that does not work.
    private int sendSingly(int length, int datagramBytes) throws IOException {
        boolean refused = length > datagramBytes && cutting;
        for (int sent = 0; sent < length; sent += datagramBytes) {
            int bytes = Math.min(datagramBytes, length - sent);
            int result = send(sent, bytes, 0);
            if (result >= 0) {
                if (refused) {
                    LOG.info("the kernel refuses to cut bursts at {}; datagrams are sent one by one", local);
                    cutting = false;
                    refused = false;
                }
            } else if (isFull(-result)) {
                return sent;
            } else {
                tooLongBytes = -result == EMSGSIZE ? bytes : tooLongBytes;
                checkLost(-result);
            }
        }
        return length;
    }

    /// The first call of an aimed socket may get an error that the network sent for an earlier
    /// datagram.
    private int send(int from, int length, int datagramBytes) throws IOException {
        int result = outgoing.send(socket, state, from, length, datagramBytes);
        return result < 0 && aimed && !isFull(-result)
                ? outgoing.send(socket, state, from, length, datagramBytes)
                : result;
    }

    private static boolean isFull(int errno) {
        return errno == EAGAIN || errno == ENOBUFS || errno == ENOMEM || errno == EINTR;
    }

    private static boolean mayBeSentSingly(int errno) {
        return errno == EIO || errno == EINVAL || errno == EMSGSIZE;
    }

    /// What the network would lose anyway is no failure of the socket.
    private static void checkLost(int errno) throws IOException {
        switch (errno) {
            case EMSGSIZE, EPERM, EACCES, EINVAL, ECONNREFUSED -> {} // lost
            case EAFNOSUPPORT, EADDRNOTAVAIL, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH -> {} // lost, too
            default -> throw new IOException("sendmsg failed with error " + errno);
        }
    }

    @Override
    public int receive(Receiver receiver) throws IOException {
        int count = 0;
        for (int trains = 0; trains < MAX_TRAINS; trains++) {
            int length = incoming.receive(socket, state);
            if (length < 0) {
                if (-length == EAGAIN) {
                    return count;
                }
                if (-length == EINTR || isFromNetwork(-length)) {
                    continue;
                }
                throw new IOException("recvmsg failed with error " + -length);
            }
            count += handOver(receiver, length);
        }
        return count;
    }

    /// What somebody on the way said of a datagram sent before: whoever sent it finds out what
    /// became of it.
    private static boolean isFromNetwork(int errno) {
        return switch (errno) {
            case ECONNREFUSED, EMSGSIZE, EACCES, ENONET, ENOPROTOOPT, EOPNOTSUPP -> true;
            case ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, EPROTO -> true;
            default -> false;
        };
    }

    /// @param arrivedNanos when the kernel got it, by the system's clock; -1 if unknown
    private long waitedNanos(long arrivedNanos) throws IOException {
        if (arrivedNanos < 0) {
            return 0;
        }
        LinuxCalls.clockGettime(state, CLOCK_REALTIME, timeout);
        long seconds = timeout.get(ValueLayout.JAVA_LONG, 0);
        long waited = seconds * NANOS_PER_SECOND + timeout.get(ValueLayout.JAVA_LONG, Long.BYTES) - arrivedNanos;
        return waited < 0 || waited > MOST_WAITED_NANOS ? 0 : waited; // or the clock was set meanwhile
    }

    private int handOver(Receiver receiver, int length) throws IOException {
        int datagramBytes = incoming.datagramBytes(length);
        long arrivedNanos = incoming.arrivedNanos();
        InetSocketAddress from = addresses.read(incoming.address());
        MemorySegment.copy(incoming.data(), ValueLayout.JAVA_BYTE, 0, train, 0, length);
        int count = 0;
        for (int start = 0; start < length; start += datagramBytes) {
            receiver.take(train, start, Math.min(datagramBytes, length - start), from, waitedNanos(arrivedNanos));
            count++;
        }
        return count;
    }

    @Override
    public void await(long nanos, boolean untilWritable) throws IOException {
        if (!preciseTimer) {
            preciseTimer = true; // the owner's thread is the one that waits here
            LinuxCalls.prctl(state, PR_SET_TIMERSLACK, 1);
        }
        long wait = socket.isRung() ? 0 : Math.max(0, nanos);
        timeout.set(ValueLayout.JAVA_LONG, 0, wait / NANOS_PER_SECOND);
        timeout.set(ValueLayout.JAVA_LONG, 8, wait % NANOS_PER_SECOND);
        polled.set(ValueLayout.JAVA_SHORT, WANTED_AT, untilWritable ? (short) (POLLIN | POLLOUT) : POLLIN);
        int result = LinuxCalls.ppoll(state, polled, 2, timeout);
        if (result < 0 && -result != EINTR) {
            throw new IOException("ppoll failed with error " + -result);
        }
        socket.hush(polled.get(ValueLayout.JAVA_SHORT, BELL_ANSWER_AT) != 0);
    }

    @Override
    public void wakeUp() {
        socket.ring();
    }

    @Override
    public void close() {
        socket.close();
    }
}
