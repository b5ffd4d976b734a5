package org.fastsend.server.command;

import java.io.IOException;
import java.time.Instant;
import org.fastsend.server.listing.ListLine;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// LIST: a directory as `ls -l` shows it.
final class ListVerb implements Verb {
    @Override
    public String name() {
        return "LIST";
    }

    @Override
    public String syntax() {
        return "[path]";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        Listed listed = Listed.of(session, argument);
        Instant now = Instant.ofEpochMilli(session.site().clock().millis());
        return ListSender.start(
                session, name(), listed, lines -> listed.forEach(entry -> lines.add(ListLine.of(entry, now))));
    }
}
