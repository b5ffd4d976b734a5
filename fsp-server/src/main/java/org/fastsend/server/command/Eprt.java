package org.fastsend.server.command;

import java.net.InetAddress;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// EPRT: as PORT, whatever the address family (RFC 2428 section 2).
final class Eprt implements Verb {
    private static final Pattern FORM = Pattern.compile("([!-~])([12])\\1([0-9a-fA-F.:]{1,45})\\1([0-9]{1,5})\\1");

    @Override
    public String name() {
        return "EPRT";
    }

    @Override
    public String syntax() {
        return "|family|address|port|";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("EPRT");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        Matcher matcher = FORM.matcher(argument.strip());
        if (!matcher.matches()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "EPRT |1|192.0.2.1|6446| or EPRT |2|2001:db8::1|6446|");
        }
        try {
            session.connectTo(ActiveTarget.of(
                    session, InetAddress.ofLiteral(matcher.group(3)), Integer.parseInt(matcher.group(4))));
        } catch (IllegalArgumentException _) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, "That is no address");
        }
        return Outcome.reply(ReplyCode.OK, "EPRT taken");
    }
}
