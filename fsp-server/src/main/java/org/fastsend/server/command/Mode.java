package org.fastsend.server.command;

import java.util.List;
import org.fastsend.server.data.TransferMode;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MODE: how content stands on data connections: stream, block, deflated or extended (RFC 959 section 3.4,
/// draft-preston-ftpext-deflate, GFD.20).
final class Mode implements Verb {
    @Override
    public String name() {
        return "MODE";
    }

    @Override
    public String syntax() {
        return "S|B|Z|E";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("MODE B", "MODE E", "MODE Z", "PARALLEL");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        TransferMode mode = TransferMode.of(argument.strip())
                .orElseThrow(() -> new Refused(ReplyCode.BAD_PARAMETER, "MODE S, B, Z or E"));
        session.transmission(session.transmission().with(mode));
        return Outcome.reply(ReplyCode.OK, "Mode is " + mode);
    }
}
