package org.fastsend.server.command;

import java.net.Inet4Address;
import java.util.List;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// SPAS: as PASV, for a receiver with several addresses (GFD.20). This server is one.
final class Spas implements Verb {
    @Override
    public String name() {
        return "SPAS";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("SPAS");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        if (session.parameters().isExtendedPassiveOnly()) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "Only EPSV after EPSV ALL");
        }
        if (!(session.announcedAddress() instanceof Inet4Address address)) {
            throw new Refused(ReplyCode.NO_DATA_CONNECTION, "SPAS cannot name an IPv6 address: use EPSV");
        }
        int port = session.openPassivePort();
        return new Outcome.Answer(Reply.list(
                ReplyCode.EXTENDED_PASSIVE,
                "Entering striped passive mode",
                List.of(HostPort.format(address, port)),
                "End"));
    }
}
