package org.fastsend.server.command;

import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Session;

/// REIN: everything as it was when the connection was made (RFC 959 section 4.1.1), TLS included (RFC 4217) unless the
/// port is one of TLS. During a transfer it waits for that.
final class Rein implements Verb {
    @Override
    public String name() {
        return "REIN";
    }

    @Override
    public boolean isForStrangers() {
        return true;
    }

    @Override
    public Outcome run(Session session, String argument) {
        session.reinitialize();
        Reply reply = Reply.of(ReplyCode.READY, "Log in again");
        boolean ends = session.control().isSecure() && !session.control().impliesPrivateData();
        return ends ? new Outcome.Unsecure(reply) : new Outcome.Answer(reply);
    }
}
