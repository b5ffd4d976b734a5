package org.fastsend.server.striping;

import java.util.Optional;
import org.fastsend.core.files.AnchoredPath;
import org.fastsend.server.command.Outcome;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.LoginState;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// What one session has agreed on for its FSP transfers. Belongs to the session's thread.
final class Negotiation {
    private StripeOptions options = StripeOptions.DEFAULT;
    private Optional<AnchoredPath> destination = Optional.empty();

    /// The name of the user, behind TLS and a login: keys and tickets travel here, and never in the clear
    /// (docs/wire.md, "FTP extension"). What goes by relays is neither counted nor held back, so that users
    /// with a quota or a rate are refused.
    static String protectedUser(Session session) throws Refused {
        if (!session.control().isSecure()) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "FSP comes after AUTH TLS");
        }
        if (!(session.login() instanceof LoginState.LoggedIn in)) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "FSP comes after USER and PASS");
        }
        if (in.share().limits().boundBytes()) {
            throw new Refused(ReplyCode.AGAINST_POLICY, "Users with a quota or a rate use plain FTP");
        }
        return in.user().name();
    }

    /// Whether the session's user, if there is one, may use the extension.
    static boolean isOffered(Session session) {
        return !(session.login() instanceof LoginState.LoggedIn in
                && in.share().limits().boundBytes());
    }

    Outcome set(Session session, String parameters) throws Refused {
        protectedUser(session);
        try {
            options = options.with(parameters);
        } catch (IllegalArgumentException e) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, String.valueOf(e.getMessage()));
        }
        return Outcome.reply(ReplyCode.OK, "Parameters set");
    }

    StripeOptions options() {
        return options;
    }

    void destination(AnchoredPath path) {
        destination = Optional.of(path);
    }

    Optional<AnchoredPath> takeDestination() {
        Optional<AnchoredPath> agreed = destination;
        destination = Optional.empty();
        return agreed;
    }
}
