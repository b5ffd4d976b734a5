package org.fastsend.server.command;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.LoginState;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// HOST: the name under which the client knows the server (RFC 7151). All that are known mean the same: there is
/// one tree of users.
final class Host implements Verb {
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?\\.?|\\[[0-9A-Fa-f:.]{2,45}]");

    @Override
    public String name() {
        return "HOST";
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
    public List<String> features(Session session) {
        return List.of("HOST");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        if (!(session.login() instanceof LoginState.Stranger)) {
            throw new Refused(ReplyCode.BAD_SEQUENCE, "HOST comes before USER");
        }
        String name = argument.strip().toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "That is no host name");
        }
        Set<String> known = session.site().policy().hosts();
        if (!known.isEmpty() && !name.startsWith("[") && !known.contains(withoutFinalDot(name))) {
            throw new Refused(ReplyCode.BAD_PARAMETER, "There is no such host here");
        }
        return Outcome.reply(ReplyCode.READY, "Welcome");
    }

    private static String withoutFinalDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
