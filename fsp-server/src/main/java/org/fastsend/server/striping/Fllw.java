package org.fastsend.server.striping;

import org.fastsend.core.event.EventJson;
import org.fastsend.server.command.Outcome;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// FLLW: a transfer's manifest as it grows, and what happens to it, until it is released.
record Fllw(StripingService service, EventJson json) implements FspVerb {
    @Override
    public String name() {
        return "FLLW";
    }

    @Override
    public String syntax() {
        return "transfer sequence";
    }

    @Override
    public Outcome run(Session session, String user, String argument) throws Refused {
        String[] words = argument.strip().split(" +", 2);
        if (words.length < 2 || !words[1].matches("[0-9]{1,9}")) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "FLLW needs a transfer and the number of an entry");
        }
        if (!(FspVerb.find(service, user, words[0]) instanceof StripedTransfer transfer)) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "Its sender has the manifest; use RELS");
        }
        Following following =
                new Following(session.control(), transfer, transfer.follow(Long.parseLong(words[1])), json);
        return new Outcome.Start(Reply.of(ReplyCode.OPENING_DATA, "Following " + transfer.id()), following);
    }
}
