package org.fastsend.server.command;

import java.util.List;
import java.util.Locale;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.LoginState;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// AUTH TLS (RFC 4217 section 4), and AUTH SSL as some clients still send it first; both mean the same TLS.
final class Auth implements Verb {
    @Override
    public String name() {
        return "AUTH";
    }

    @Override
    public String syntax() {
        return "TLS";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public List<String> features(Session session) {
        return List.of("AUTH TLS", "AUTH SSL");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        session.parameters().refuseIfFrozen();
        switch (argument.strip().toUpperCase(Locale.ROOT)) {
            case "TLS", "TLS-C", "SSL", "TLS-P" -> {}
            default -> throw new Refused(ReplyCode.BAD_PARAMETER, "Only AUTH TLS is spoken here");
        }
        if (session.control().isSecure()) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "TLS is on already");
        }
        if (!(session.login() instanceof LoginState.Stranger)) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "AUTH comes before USER");
        }
        return new Outcome.Secure(Reply.of(ReplyCode.SECURED, "TLS from here"));
    }
}
