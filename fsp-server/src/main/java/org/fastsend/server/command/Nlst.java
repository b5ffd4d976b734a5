package org.fastsend.server.command;

import java.io.IOException;
import org.fastsend.server.listing.PrintableName;
import org.fastsend.server.session.Refused;
import org.fastsend.server.session.Session;

/// NLST: bare names; with a pattern they have the directory in front that the client wrote, so that they can be
/// fetched.
final class Nlst implements Verb {
    @Override
    public String name() {
        return "NLST";
    }

    @Override
    public String syntax() {
        return "[path]";
    }

    @Override
    public Outcome run(Session session, String argument) throws Refused, IOException {
        Listed listed = Listed.of(session, argument);
        return ListSender.start(
                session,
                name(),
                listed,
                lines -> listed.forEach(entry -> lines.add(listed.prefix() + PrintableName.of(entry.name()))));
    }
}
