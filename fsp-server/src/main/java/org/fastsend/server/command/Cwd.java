package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// CWD: another current directory; without a path the user's home, as in a shell.
final class Cwd implements Verb {
    @Override
    public String name() {
        return "CWD";
    }

    @Override
    public String syntax() {
        return "[path]";
    }

    @Override
    public List<String> aliases() {
        return List.of("XCWD");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        VirtualPath path = session.path(argument.isEmpty() ? VirtualPath.ROOT.toString() : argument);
        Path real = session.treeToRead().existing(path);
        if (!Files.isDirectory(real)) {
            throw new NotDirectoryException(argument);
        }
        session.login(session.user().in(path));
        return Outcome.reply(ReplyCode.FILE_ACTION_DONE, "Now in " + path);
    }
}
