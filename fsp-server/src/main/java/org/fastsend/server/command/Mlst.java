package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.fastsend.server.files.Entry;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.listing.MlsFact;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MLST: the facts of one path, on the control connection (RFC 3659 section 7).
final class Mlst implements Verb {
    @Override
    public String name() {
        return "MLST";
    }

    @Override
    public String syntax() {
        return "[path]";
    }

    @Override
    public List<String> features(Session session) {
        return List.of(MlsFact.feature(session.parameters().facts()));
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        VirtualPath path = session.path(argument);
        Path real = path.isRoot()
                ? session.treeToRead().existing(path)
                : session.treeToRead().entry(path);
        Entry entry = Entry.read(real, path.toString());
        return new Outcome.Answer(Reply.list(
                ReplyCode.FILE_ACTION_DONE,
                "Listing " + path,
                List.of(MlsFact.line(entry, session.parameters().facts(), session.access())),
                "End"));
    }
}
