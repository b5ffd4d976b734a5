package org.fastsend.overlay.peer;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/// An address and port. A relay takes overlay datagrams and sessions on the same port number, so this is also where
/// blocks are sent.
///
/// @param high the upper 64 bits of the IPv6 address
/// @param low the lower 64 bits; an IPv4 address is mapped into IPv6 (RFC 4291, 2.5.5.2)
/// @param port 0 to 65535
public record Endpoint(long high, long low, int port) {
    /// Stands for whoever asks: the member that is asked puts in where it sees the asker.
    public static final Endpoint SELF = new Endpoint(0, 0, 0);

    private static final long MAPPED = 0xffff_0000_0000L;
    private static final long V4_BITS = 0xffff_ffffL;
    private static final long V4_SUBNET_BITS = ~0xffL;
    private static final int V6_HOST_BITS = 16;
    private static final int V6_BYTES = 16;
    private static final int V4_BYTES = 4;
    private static final int MAX_PORT = 0xffff;

    public Endpoint {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("no port " + port);
        }
    }

    public static Endpoint v4(int address, int port) {
        return new Endpoint(0, MAPPED | (address & V4_BITS), port);
    }

    /// The address has to be resolved.
    public static Endpoint of(InetSocketAddress address) {
        byte[] bytes = address.getAddress().getAddress();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return bytes.length == V4_BYTES
                ? v4(in.getInt(), address.getPort())
                : new Endpoint(in.getLong(), in.getLong(), address.getPort());
    }

    public boolean isV4() {
        return high == 0 && (low & ~V4_BITS) == MAPPED;
    }

    /// The network that it is in, as far as an address tells: its /24, or /48 for IPv6.
    public long subnet() {
        return isV4() ? low & V4_SUBNET_BITS : high & -(1L << V6_HOST_BITS);
    }

    public InetSocketAddress toSocketAddress() {
        byte[] bytes = isV4()
                ? ByteBuffer.allocate(V4_BYTES).putInt((int) low).array()
                : ByteBuffer.allocate(V6_BYTES).putLong(high).putLong(low).array();
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 or 16 bytes are an address", e);
        }
    }

    @Override
    public String toString() {
        InetSocketAddress address = toSocketAddress();
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
