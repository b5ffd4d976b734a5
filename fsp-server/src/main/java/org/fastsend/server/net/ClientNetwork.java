package org.fastsend.server.net;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/// What counts as one client among many: an address of IPv4, or the /64 of an address of IPv6, of which everybody
/// has as many as they like.
///
/// @param prefix in hexadecimal
public record ClientNetwork(String prefix) {
    private static final int IPV6_PREFIX_BYTES = 8;

    public static ClientNetwork of(InetAddress address) {
        byte[] bytes = address.getAddress();
        byte[] kept = address instanceof Inet6Address ? Arrays.copyOf(bytes, IPV6_PREFIX_BYTES) : bytes;
        return new ClientNetwork(HexFormat.of().formatHex(kept));
    }
}
