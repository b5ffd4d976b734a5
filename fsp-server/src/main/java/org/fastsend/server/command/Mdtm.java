package org.fastsend.server.command;

import java.io.IOException;
import java.util.List;
import org.fastsend.server.files.Entry;
import org.fastsend.server.listing.FileTimes;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// MDTM: when a file was last modified, in UTC (RFC 3659 section 3).
final class Mdtm implements Verb {
    @Override
    public String name() {
        return "MDTM";
    }

    @Override
    public String syntax() {
        return "path";
    }

    @Override
    public List<String> features(Session session) {
        return List.of("MDTM");
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        Entry entry = Entry.read(session.treeToRead().existing(session.path(argument)), argument);
        return Outcome.reply(ReplyCode.FILE_STATUS, FileTimes.format(entry.modified()));
    }
}
