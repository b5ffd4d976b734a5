package org.fastsend.server.striping;

import org.fastsend.server.command.Outcome;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// DRCT: the client wants to be a target of the stripe itself.
record Drct(StripingService service) implements FspVerb {
    @Override
    public String name() {
        return "DRCT";
    }

    @Override
    public String syntax() {
        return "transfer";
    }

    @Override
    public Outcome run(Session session, String user, String argument) throws Refused {
        if (!(FspVerb.find(service, user, argument.strip()) instanceof StripedTransfer transfer)) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "That transfer is not sent from here");
        }
        return FspVerb.port(transfer.peerPort(
                session.control().local().getAddress(), session.site().policy().passivePorts()));
    }
}
