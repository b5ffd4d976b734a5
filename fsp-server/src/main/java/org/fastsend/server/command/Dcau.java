package org.fastsend.server.command;

import java.util.List;
import java.util.Locale;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// DCAU: how data connections are authenticated (GFD.20). By GSI never; TLS has PROT P for that.
final class Dcau implements Verb {
    @Override
    public String name() {
        return "DCAU";
    }

    @Override
    public String syntax() {
        return "N";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("DCAU");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        if (!argument.strip().toUpperCase(Locale.ROOT).equals("N")) {
            throw new Refused(ReplyCode.BAD_PARAMETER, "Only DCAU N: there is no GSI here, use PROT P");
        }
        return Outcome.reply(ReplyCode.OK, "Data connections are not authenticated by GSI");
    }
}
