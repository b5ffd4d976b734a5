package org.fastsend.server.command;

import java.util.List;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// PWD: the current directory.
final class Pwd implements Verb {
    @Override
    public String name() {
        return "PWD";
    }

    @Override
    public List<String> aliases() {
        return List.of("XPWD");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        return Outcome.reply(
                ReplyCode.PATH_NAME, Reply.quoted(session.user().directory()) + " is the current directory");
    }
}
