package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// RNFR: what is to be renamed.
final class Rnfr implements Verb {
    @Override
    public String name() {
        return "RNFR";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        VirtualPath path = session.path(argument);
        if (!Files.exists(session.treeToDelete().entry(path), LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchFileException(argument);
        }
        session.parameters().renaming(path);
        return Outcome.reply(ReplyCode.NEED_MORE, "Say RNTO next");
    }
}
