package org.fastsend.server.command;

import java.util.List;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// CLNT: the client's name, which changes nothing.
final class Clnt implements Verb {
    @Override
    public String name() {
        return "CLNT";
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
        return List.of("CLNT");
    }

    @Override
    public Outcome run(Session session, String argument) {
        return Outcome.reply(ReplyCode.OK, "Welcome");
    }
}
