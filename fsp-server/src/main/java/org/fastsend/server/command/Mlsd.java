package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.fastsend.server.files.Entry;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.listing.MlsFact;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MLSD: a directory's entries as facts that programs read (RFC 3659 section 7).
final class Mlsd implements Verb {
    @Override
    public String name() {
        return "MLSD";
    }

    @Override
    public String syntax() {
        return "[path]";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        VirtualPath path = session.path(argument);
        RootedTree tree = session.treeToRead();
        Path real = tree.existing(path);
        Entry itself = Entry.read(real, path.name());
        if (!itself.isDirectory()) {
            throw new Refused(ReplyCode.BAD_ARGUMENT, path + ": not a directory; use MLST");
        }
        Set<MlsFact> facts = session.parameters().facts();
        MlsFact.Access access = session.access();
        Listed listed = new Listed(tree, path, real, itself, Optional.empty(), "");
        return ListSender.start(
                session, name(), listed, lines -> listed.forEach(e -> lines.add(MlsFact.line(e, facts, access))));
    }
}
