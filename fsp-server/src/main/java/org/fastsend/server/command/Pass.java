package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.fastsend.server.auth.User;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.LoginState;
import org.fastsend.server.session.Policy;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// PASS: the password of the user just named. A wrong one is answered late, which holds up nobody else, and only so
/// often on one connection.
final class Pass implements Verb {
    private static final Logger LOG = LoggerFactory.getLogger(Pass.class);

    @Override
    public String name() {
        return "PASS";
    }

    @Override
    public String syntax() {
        return "password";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public boolean isSecret() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, InterruptedException {
        if (!(session.login() instanceof LoginState.Named(String name))) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "Say USER first");
        }
        session.login(new LoginState.Stranger());
        Optional<User> user = session.site().logins().verify(name, argument);
        if (user.isEmpty()) {
            return refuse(session, name);
        }
        session.login(new LoginState.LoggedIn(user.get(), home(session, user.get()), VirtualPath.ROOT));
        return Outcome.reply(ReplyCode.LOGGED_IN, "Logged in");
    }

    private static Outcome refuse(Session session, String name) throws InterruptedException {
        Policy policy = session.site().policy();
        LOG.warn(
                "login refused user={} peer={}",
                name.replaceAll("[^\\w.@-]", "?"),
                session.peer().getHostAddress());
        session.control().awaitGone(policy.guarding().delayNanos());
        return session.countFailedLogin()
                ? new Outcome.Close(Reply.of(ReplyCode.CLOSING, "Too many wrong passwords"))
                : Outcome.reply(ReplyCode.NOT_LOGGED_IN, "Wrong name or password");
    }

    private static RootedTree home(Session session, User user) throws Refused {
        try {
            Path home = new RootedTree(session.site().root()).existing(VirtualPath.ROOT.resolve(user.home()));
            return new RootedTree(home);
        } catch (IOException e) {
            LOG.error("home of user={} cannot be used: {}", user.name(), user.home(), e);
            throw new Refused(ReplyCode.NOT_LOGGED_IN, "Your home directory cannot be used; ask the operator");
        }
    }
}
