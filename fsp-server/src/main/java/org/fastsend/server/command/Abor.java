package org.fastsend.server.command;

import org.fastsend.server.session.Session;

/// ABOR: stops the transfer.
final class Abor implements Verb {
    @Override
    public String name() {
        return "ABOR";
    }

    @Override
    public boolean isUrgent() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) {
        return new Outcome.Abort();
    }
}
