package org.fastsend.server.command;

import java.io.IOException;
import java.util.List;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MKD: makes a directory.
final class Mkd implements Verb {
    @Override
    public String name() {
        return "MKD";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public List<String> aliases() {
        return List.of("XMKD");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        VirtualPath path = session.path(argument);
        RootedTree tree = session.treeToWrite();
        tree.makeDirectory(tree.entry(path));
        return Outcome.reply(ReplyCode.PATH_NAME, Reply.quoted(path) + " made");
    }
}
