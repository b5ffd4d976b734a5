package org.fastsend.server.striping;

import java.io.IOException;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.FspException;
import org.fastsend.server.command.Outcome;
import org.fastsend.server.command.Verb;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// A verb of the extension: only behind TLS and a login, and refused as docs/wire.md wants it before.
interface FspVerb extends Verb {
    /// Does it for the user. An FspException becomes its reply.
    Outcome run(Session session, String user, String argument) throws Refused, IOException;

    /// Strangers reach it, and are refused with the reply of the extension.
    @Override
    default boolean isForStrangers() {
        return true;
    }

    @Override
    default Outcome run(Session session, String argument) throws Refused, IOException {
        String user = Negotiation.protectedUser(session);
        try {
            return run(session, user, argument);
        } catch (FspException e) {
            throw FspRefusal.refused(e);
        }
    }

    /// The user's transfer that an argument names.
    static RunningTransfer find(StripingService service, String user, String id) throws Refused {
        try {
            return service.find(user, TransferId.parse(id))
                    .orElseThrow(() -> new Refused(ReplyCode.FILE_UNAVAILABLE, "You have no such transfer here"));
        } catch (IllegalArgumentException e) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "A transfer has 32 hexadecimal digits");
        }
    }

    /// The reply that names a port.
    static Outcome port(int port) {
        return Outcome.reply(ReplyCode.EXTENDED_PASSIVE, "Open a session there (|||" + port + "|)");
    }
}
