package org.fastsend.server.command;

import java.util.List;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// CSID: the client's name, for the server's (draft-peterson-streamlined-ftp-command-extensions).
final class Csid implements Verb {
    @Override
    public String name() {
        return "CSID";
    }

    @Override
    public String syntax() {
        return "Name=name; Version=version;";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public List<String> features(Session session) {
        return List.of("CSID");
    }

    @Override
    public Outcome run(Session session, String argument) {
        return Outcome.reply(ReplyCode.OK, "Name=FSP; OS=UNIX; CaseSensitive=1; DirSep=/;");
    }
}
