package org.fastsend.server.command;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// PORT: the server connects to the client's own address, on a port above the privileged ones.
final class Port implements Verb {
    private static final int NUMBERS = 6;
    private static final int ADDRESS_BYTES = 4;

    @Override
    public String name() {
        return "PORT";
    }

    @Override
    public String syntax() {
        return "h1,h2,h3,h4,p1,p2";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        String[] texts = argument.strip().split(",", -1);
        if (texts.length != NUMBERS) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "PORT needs six numbers");
        }
        int[] numbers = new int[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            if (!texts[i].matches("[0-9]{1,3}") || Integer.parseInt(texts[i]) > 255) {
                throw new Refused(ReplyCode.BAD_ARGUMENT, "PORT needs six numbers up to 255");
            }
            numbers[i] = Integer.parseInt(texts[i]);
        }
        byte[] address = new byte[ADDRESS_BYTES];
        for (int i = 0; i < ADDRESS_BYTES; i++) {
            address[i] = (byte) numbers[i];
        }
        try {
            OwnAddress.connect(session, InetAddress.getByAddress(address), numbers[4] << 8 | numbers[5]);
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
        return Outcome.reply(ReplyCode.OK, "PORT taken");
    }
}
