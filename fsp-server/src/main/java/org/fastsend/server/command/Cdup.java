package org.fastsend.server.command;

import java.util.List;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.LoginState;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// CDUP: one directory up; from the root to the root.
final class Cdup implements Verb {
    @Override
    public String name() {
        return "CDUP";
    }

    @Override
    public List<String> aliases() {
        return List.of("XCUP");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        LoginState.LoggedIn user = session.user();
        session.login(user.in(user.directory().parent()));
        return Outcome.reply(
                ReplyCode.FILE_ACTION_DONE, "Now in " + user.directory().parent());
    }
}
