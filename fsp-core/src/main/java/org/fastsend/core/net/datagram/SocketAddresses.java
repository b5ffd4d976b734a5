package org.fastsend.core.net.datagram;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Socket addresses as the kernel writes them (`sockaddr_in`, `sockaddr_in6`), for sockets of one family. Those
/// seen lately are remembered, so that a busy peer's address is made once. Single-threaded.
final class SocketAddresses {
    static final int INET = 2;
    static final int INET6 = 10;
    static final int INET_BYTES = 16;
    static final int INET6_BYTES = 28;

    private static final ValueLayout.OfShort PORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int PORT_AT = 2;
    private static final int INET_ADDRESS_AT = 4;
    private static final int INET6_ADDRESS_AT = 8;
    private static final int INET6_SCOPE_AT = 24;
    private static final int INET_ADDRESS_BYTES = 4;
    private static final int INET6_ADDRESS_BYTES = 16;
    /// Bytes in front of an IPv4 address that is written as an IPv6 one.
    private static final int MAPPED_AT = 12;

    private static final int REMEMBERED = 256;

    private final int family;
    private final @Nullable Seen[] seen = new Seen[REMEMBERED];

    SocketAddresses(int family) {
        this.family = family;
    }

    private record Seen(byte[] bytes, InetSocketAddress address) {}

    /// Whether sockets of the family reach such addresses at all: those of IPv4 reach no others.
    boolean canWrite(InetSocketAddress address) {
        return family != INET || address.getAddress() instanceof Inet4Address;
    }

    /// Writes the address, one that can be, and returns its length.
    int write(InetSocketAddress address, MemorySegment into) {
        byte[] bytes = address.getAddress().getAddress();
        into.fill((byte) 0);
        into.set(ValueLayout.JAVA_SHORT, 0, (short) family);
        into.set(PORT, PORT_AT, (short) address.getPort());
        if (family == INET) {
            if (bytes.length != INET_ADDRESS_BYTES) {
                throw new IllegalArgumentException("an IPv4 socket sends nothing to " + address);
            }
            MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, INET_ADDRESS_AT, bytes.length);
            return INET_BYTES;
        }
        if (bytes.length == INET_ADDRESS_BYTES) {
            boolean any = address.getAddress().isAnyLocalAddress();
            if (!any) {
                into.set(ValueLayout.JAVA_SHORT, INET6_ADDRESS_AT + MAPPED_AT - 2, (short) -1);
                MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, INET6_ADDRESS_AT + MAPPED_AT, bytes.length);
            }
        } else {
            MemorySegment.copy(bytes, 0, into, ValueLayout.JAVA_BYTE, INET6_ADDRESS_AT, bytes.length);
            into.set(ValueLayout.JAVA_INT, INET6_SCOPE_AT, ((Inet6Address) address.getAddress()).getScopeId());
        }
        return INET6_BYTES;
    }

    /// The address that the kernel wrote.
    InetSocketAddress read(MemorySegment from) {
        int length = family == INET ? INET_BYTES : INET6_BYTES;
        int slot = slot(from);
        Seen known = seen[slot];
        if (known != null && from.asSlice(0, length).mismatch(MemorySegment.ofArray(known.bytes)) < 0) {
            return known.address;
        }
        byte[] bytes = from.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
        InetSocketAddress address = address(bytes, Short.toUnsignedInt(from.get(PORT, PORT_AT)));
        seen[slot] = new Seen(bytes, address);
        return address;
    }

    private int slot(MemorySegment from) {
        int address = family == INET
                ? from.get(ValueLayout.JAVA_INT, INET_ADDRESS_AT)
                : from.get(ValueLayout.JAVA_INT, INET6_ADDRESS_AT + MAPPED_AT)
                        ^ from.get(ValueLayout.JAVA_INT, INET6_ADDRESS_AT + INET_ADDRESS_BYTES);
        int mixed = (address * 31 + from.get(PORT, PORT_AT)) * 0x9E3779B1;
        return mixed >>> 24;
    }

    private InetSocketAddress address(byte[] bytes, int port) {
        try {
            if (family == INET) {
                byte[] v4 = Arrays.copyOfRange(bytes, INET_ADDRESS_AT, INET_ADDRESS_AT + INET_ADDRESS_BYTES);
                return new InetSocketAddress(Inet4Address.getByAddress(v4), port);
            }
            byte[] v6 = Arrays.copyOfRange(bytes, INET6_ADDRESS_AT, INET6_ADDRESS_AT + INET6_ADDRESS_BYTES);
            InetAddress plain = InetAddress.getByAddress(v6); // an IPv4 address if it is a mapped one
            int scope = MemorySegment.ofArray(bytes).get(ValueLayout.JAVA_INT_UNALIGNED, INET6_SCOPE_AT);
            return new InetSocketAddress(
                    plain instanceof Inet6Address && scope != 0 ? Inet6Address.getByAddress(null, v6, scope) : plain,
                    port);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 or 16 bytes are always an address", e);
        }
    }
}
