package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// STOU: as STOR, under a name that no file has yet, which the reply tells (RFC 959 section 4.1.3, RFC 1123 section
/// 4.1.2.9). A name in the argument is where it begins.
final class Stou implements Verb {
    private static final int MAX_TRIES = 1000;

    @Override
    public String name() {
        return "STOU";
    }

    @Override
    public String syntax() {
        return "[path]";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        session.parameters().takePart();
        VirtualPath start = session.path(argument.isBlank() ? "stou" : argument);
        String stem = start.name() + "." + session.site().clock().millis() + "-"
                + session.control().peer().getPort();
        for (int i = 0; i < MAX_TRIES; i++) {
            VirtualPath path = start.parent().child(i == 0 ? stem : stem + "-" + i);
            RootedTree tree = session.treeToWrite();
            Path target = tree.entry(path);
            if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                return Stor.start(session, name(), path, wording(path.name()), Upload.whole(tree, target));
            }
        }
        throw new FileAlreadyExistsException(start.toString());
    }

    /// As RFC 1123 has it before, and as Perl's Net::FTP looks for it after the transfer.
    private static Stor.Wording wording(String name) {
        return new Stor.Wording("FILE: " + name, "Transfer complete (unique file name: " + name + ")");
    }
}
