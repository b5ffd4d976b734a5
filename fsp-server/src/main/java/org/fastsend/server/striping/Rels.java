package org.fastsend.server.striping;

import org.fastsend.core.event.EventJson;
import org.fastsend.server.command.Outcome;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// RELS: waits until a transfer is released, or collected.
record Rels(StripingService service, EventJson json) implements FspVerb {
    @Override
    public String name() {
        return "RELS";
    }

    @Override
    public String syntax() {
        return "transfer";
    }

    @Override
    public Outcome run(Session session, String user, String argument) throws Refused {
        RunningTransfer transfer = FspVerb.find(service, user, argument.strip());
        Following following = new Following(session.control(), transfer, transfer.watch(), json);
        return new Outcome.Start(Reply.of(ReplyCode.OPENING_DATA, "Waiting for " + transfer.id()), following);
    }
}
