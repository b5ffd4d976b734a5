package org.fastsend.server.striping;

import org.fastsend.core.error.FspException;
import org.fastsend.core.files.AnchoredPath;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.server.command.Outcome;
import org.fastsend.server.control.LineDecoder;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// TCKT: the ticket of what is to be collected; the reply names the port for the client's session.
record Tckt(StripingService service, Negotiation negotiation) implements FspVerb {
    @Override
    public String name() {
        return "TCKT";
    }

    @Override
    public String syntax() {
        return "ticket";
    }

    @Override
    public boolean isSecret() {
        return true;
    }

    @Override
    public Outcome run(Session session, String user, String argument) throws Refused {
        session.control().limitLines(LineDecoder.MAX_LINE_BYTES);
        AnchoredPath destination =
                negotiation.takeDestination().orElseThrow(() -> new Refused(ReplyCode.BAD_SEQUENCE, "Say COLL first"));
        RunningTransfer transfer = service.collect(user, destination, negotiation.options(), ticket(argument));
        return FspVerb.port(transfer.peerPort(
                session.control().local().getAddress(), session.site().policy().passivePorts()));
    }

    private static Ticket ticket(String text) throws Refused {
        try {
            return Ticket.parse(text);
        } catch (FspException e) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, e.code() + ": " + e.getMessage());
        }
    }
}
