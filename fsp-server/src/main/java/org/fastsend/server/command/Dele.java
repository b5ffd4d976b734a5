package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// DELE: deletes a file; of a link the link.
final class Dele implements Verb {
    @Override
    public String name() {
        return "DELE";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        RootedTree tree = session.treeToDelete();
        Path entry = tree.entry(session.path(argument));
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            throw new Refused(ReplyCode.FILE_UNAVAILABLE, argument + ": a directory; use RMD");
        }
        tree.delete(entry);
        return Outcome.reply(ReplyCode.FILE_ACTION_DONE, "Deleted");
    }
}
