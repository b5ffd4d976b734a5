package org.fastsend.server.net;

import java.net.InetAddress;

/// A network in CIDR notation, such as `10.0.0.0/8` or `2001:db8::/32`; an address alone is the network of itself.
///
/// @param bits how many leading bits of the address count
public record Subnet(InetAddress address, int bits) {
    public Subnet {
        if (bits < 0 || bits > address.getAddress().length * Byte.SIZE) {
            throw new IllegalArgumentException("no network has " + bits + " bits: " + address.getHostAddress());
        }
    }

    /// Throws IllegalArgumentException for what is none; names are not looked up.
    public static Subnet parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
        if (slash < 0) {
            return new Subnet(address, address.getAddress().length * Byte.SIZE);
        }
        String bits = text.substring(slash + 1);
        if (!bits.matches("[0-9]{1,3}")) {
            throw new IllegalArgumentException("a network looks like 10.0.0.0/8, not " + text);
        }
        return new Subnet(address, Integer.parseInt(bits));
    }

    public boolean contains(InetAddress other) {
        byte[] mine = address.getAddress();
        byte[] theirs = other.getAddress();
        if (mine.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if (((mine[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
