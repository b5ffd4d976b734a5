package org.fastsend.server.command;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;

/// An IPv4 address and a port as the six numbers of PORT and PASV: `h1,h2,h3,h4,p1,p2` (RFC 959 section 4.1.2).
record HostPort(InetAddress address, int port) {
    private static final int NUMBERS = 6;
    private static final int ADDRESS_BYTES = 4;
    private static final int MAX_NUMBER = 255;

    static HostPort parse(String text) throws Refused {
        String[] texts = text.strip().split(",", -1);
        if (texts.length != NUMBERS) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "An address and a port are six numbers");
        }
        int[] numbers = new int[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            if (!texts[i].matches("[0-9]{1,3}") || Integer.parseInt(texts[i]) > MAX_NUMBER) {
                throw new Refused(ReplyCode.BAD_ARGUMENT, "An address and a port are six numbers up to 255");
            }
            numbers[i] = Integer.parseInt(texts[i]);
        }
        byte[] address = new byte[ADDRESS_BYTES];
        for (int i = 0; i < ADDRESS_BYTES; i++) {
            address[i] = (byte) numbers[i];
        }
        try {
            return new HostPort(InetAddress.getByAddress(address), numbers[4] << 8 | numbers[5]);
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }

    /// The six numbers.
    static String format(Inet4Address address, int port) {
        return address.getHostAddress().replace('.', ',') + ',' + (port >> 8) + ',' + (port & MAX_NUMBER);
    }
}
