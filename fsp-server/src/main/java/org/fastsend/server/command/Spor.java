package org.fastsend.server.command;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.server.data.ActiveAddress;
import org.fastsend.server.data.StripedAddresses;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// SPOR: as PORT, for a receiver with several addresses, all of which get their part (GFD.20).
final class Spor implements Verb {
    private static final int MAX_ADDRESSES = 64;

    @Override
    public String name() {
        return "SPOR";
    }

    @Override
    public String syntax() {
        return "h1,h2,h3,h4,p1,p2 ...";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("SPOR");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        String[] texts = argument.strip().split("\\s+", -1);
        if (texts.length > MAX_ADDRESSES) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "SPOR takes " + MAX_ADDRESSES + " addresses at most");
        }
        List<ActiveAddress> addresses = new ArrayList<>();
        for (String text : texts) {
            HostPort target = HostPort.parse(text);
            addresses.add(ActiveTarget.of(session, target.address(), target.port()));
        }
        session.connectTo(new StripedAddresses(addresses));
        return Outcome.reply(ReplyCode.OK, "SPOR taken");
    }
}
