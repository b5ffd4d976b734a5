package org.fastsend.server.command;

import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// A verb of RFC 959 that means nothing on this system: ACCT, since users have no accounts beside their name, and
/// SMNT, since there is one tree.
///
/// @param code what it is answered with
record Unneeded(String name, String syntax, ReplyCode code, String text) implements Verb {
    @Override
    public Outcome run(Session session, String argument) {
        return Outcome.reply(code, text);
    }
}
