package org.fastsend.server.command;

import java.io.IOException;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.LoginState;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// USER: who wants to log in (RFC 959 section 4.1.1).
final class UserVerb implements Verb {
    @Override
    public String name() {
        return "USER";
    }

    @Override
    public String syntax() {
        return "name";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        if (session.site().policy().requireTls() && !session.control().isSecure()) {
            throw new Refused(
                    ReplyCode.NOT_LOGGED_IN, "Use AUTH TLS first: this server takes no passwords in the clear");
        }
        if (argument.isBlank()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "USER needs a name");
        }
        session.login(new LoginState.Named(argument));
        return Outcome.reply(
                ReplyCode.NEED_PASSWORD,
                session.site().logins().isAnonymous(argument)
                        ? "Anonymous login: any password will do"
                        : "Password please");
    }
}
