package org.fastsend.server.command;

import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// PORT: the server connects to the client's own address, on a port above the privileged ones.
final class Port implements Verb {
    @Override
    public String name() {
        return "PORT";
    }

    @Override
    public String syntax() {
        return "h1,h2,h3,h4,p1,p2";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused {
        HostPort target = HostPort.parse(argument);
        session.connectTo(ActiveTarget.of(session, target.address(), target.port()));
        return Outcome.reply(ReplyCode.OK, "PORT taken");
    }
}
