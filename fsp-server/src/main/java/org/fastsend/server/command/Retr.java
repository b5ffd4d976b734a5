package org.fastsend.server.command;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.fastsend.server.files.Entry;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// RETR: sends a file, from where REST said.
final class Retr implements Verb {
    @Override
    public String name() {
        return "RETR";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        long from = session.takeRestart();
        VirtualPath path = session.path(argument);
        Path real = session.treeToRead().existing(path);
        if (Entry.read(real, path.name()).kind() != Entry.Kind.FILE) {
            throw new FileSystemException(argument, null, "not a regular file"); // opening a pipe would wait forever
        }
        FileChannel file = FileChannel.open(real, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try {
            if (from > file.size()) {
                throw new Refused(ReplyCode.BAD_RESTART, "The file has only " + file.size() + " bytes");
            }
            String opening = "Sending " + path + " (" + (file.size() - from) + " bytes)";
            return DataTransfer.start(session, name(), path, opening, new FileSender(file, from, session.type()));
        } catch (Refused | IOException e) {
            file.close();
            throw e;
        }
    }
}
