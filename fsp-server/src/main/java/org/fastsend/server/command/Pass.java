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
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;
import org.fastsend.server.session.Site;
import org.fastsend.server.session.UserShare;
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
        if (isBanned(session)) { // since it connected
            return new Outcome.Close(Reply.of(ReplyCode.CLOSING, "Too many wrong passwords came from your address"));
        }
        Optional<User> user = session.site().logins().verify(name, argument);
        if (user.isEmpty()) {
            return refuse(session, name);
        }
        RootedTree tree = home(session, user.get());
        Optional<UserShare> share = session.site().attendance().logIn(user.get());
        if (share.isEmpty()) {
            return new Outcome.Close(Reply.of(ReplyCode.CLOSING, "You have as many sessions as you may"));
        }
        if (!session.site().logins().isAnonymous(name)) {
            session.site().guard().succeeded(session.peer(), name);
        }
        session.login(new LoginState.LoggedIn(user.get(), share.get(), tree, VirtualPath.ROOT));
        return Outcome.reply(ReplyCode.LOGGED_IN, "Logged in");
    }

    private static Outcome refuse(Session session, String name) throws InterruptedException {
        Site site = session.site();
        long delayNanos = site.guard().failed(session.peer(), name, site.timer().nanos());
        LOG.warn(
                "login refused user={} peer={}",
                name.replaceAll("[^\\w.@-]", "?"),
                session.peer().getHostAddress());
        session.control().awaitGone(delayNanos);
        boolean banned = isBanned(session);
        return session.countFailedLogin() || banned
                ? new Outcome.Close(Reply.of(ReplyCode.CLOSING, "Too many wrong passwords"))
                : Outcome.reply(ReplyCode.NOT_LOGGED_IN, "Wrong name or password");
    }

    private static boolean isBanned(Session session) {
        Site site = session.site();
        return site.guard().isBanned(session.peer(), site.timer().nanos());
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
