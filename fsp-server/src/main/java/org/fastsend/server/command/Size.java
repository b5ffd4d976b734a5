package org.fastsend.server.command;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import org.fastsend.server.files.Begun;
import org.fastsend.server.files.Entry;
import org.fastsend.server.files.RootedTree;
import org.fastsend.server.files.Upload;
import org.fastsend.server.files.VirtualPath;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;
import org.fastsend.server.session.TransferType;

/// SIZE: bytes that a transfer of the file would move (RFC 3659 section 4). Refused for TYPE A, where that takes
/// reading it all.
final class Size implements Verb {
    @Override
    public String name() {
        return "SIZE";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("SIZE");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        if (session.parameters().type() == TransferType.ASCII) {
            throw new Refused(ReplyCode.FILE_UNAVAILABLE, "SIZE needs TYPE I");
        }
        return Outcome.reply(ReplyCode.FILE_STATUS, Long.toString(size(session, argument)));
    }

    private static long size(Session session, String argument) throws Refused, IOException {
        RootedTree tree = session.treeToRead();
        VirtualPath path = session.path(argument);
        try {
            Entry entry = Entry.read(tree.existing(path), argument);
            if (entry.kind() != Entry.Kind.FILE) {
                throw new Refused(ReplyCode.FILE_UNAVAILABLE, argument + ": not a regular file");
            }
            return entry.size();
        } catch (NoSuchFileException e) {
            return begun(session, tree, path).orElseThrow(() -> e);
        }
    }

    /// Who may write is told how much there is of an upload that was broken off, to go on with it.
    private static Optional<Long> begun(Session session, RootedTree tree, VirtualPath path)
            throws Refused, IOException {
        return session.access().write() && !path.isRoot()
                ? Begun.remaining(tree.entry(path), Upload.Remains.BEGINNING)
                : Optional.empty();
    }
}
