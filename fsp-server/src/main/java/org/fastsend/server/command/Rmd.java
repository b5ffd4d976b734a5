package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// RMD: removes an empty directory.
final class Rmd implements Verb {
    @Override
    public String name() {
        return "RMD";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public List<String> aliases() {
        return List.of("XRMD");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        RootedTree tree = session.treeToDelete();
        Path entry = tree.entry(session.path(argument));
        if (!Files.exists(entry, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchFileException(argument);
        }
        if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(argument);
        }
        tree.deleteDirectory(entry);
        return Outcome.reply(ReplyCode.FILE_ACTION_DONE, "Removed");
    }
}
