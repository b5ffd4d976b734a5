package org.fastsend.server.command;

import java.io.IOException;
import java.util.List;
import org.fastsend.server.files.Entry;
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
        if (session.type() == TransferType.ASCII) {
            throw new Refused(ReplyCode.FILE_UNAVAILABLE, "SIZE needs TYPE I");
        }
        Entry entry = Entry.read(session.treeToRead().existing(session.path(argument)), argument);
        if (entry.kind() != Entry.Kind.FILE) {
            throw new Refused(ReplyCode.FILE_UNAVAILABLE, argument + ": not a regular file");
        }
        return Outcome.reply(ReplyCode.FILE_STATUS, Long.toString(entry.size()));
    }
}
