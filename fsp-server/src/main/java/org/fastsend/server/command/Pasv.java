package org.fastsend.server.command;

import java.net.Inet4Address;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// PASV: the server waits for the data connection; IPv4 only.
final class Pasv implements Verb {
    @Override
    public String name() {
        return "PASV";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        if (session.parameters().isExtendedPassiveOnly()) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "Only EPSV after EPSV ALL");
        }
        if (!(session.announcedAddress() instanceof Inet4Address address)) {
            throw new Refused(ReplyCode.NO_DATA_CONNECTION, "PASV cannot name an IPv6 address: use EPSV");
        }
        int port = session.openPassivePort();
        return Outcome.reply(ReplyCode.PASSIVE, "Entering passive mode (" + HostPort.format(address, port) + ").");
    }
}
