package org.fastsend.server.session;

import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;

/// A command that is not done, with the reply that says why.
public final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    public Refused(Reply reply) {
        super(reply.lines().getFirst());
        this.reply = reply;
    }

    public Refused(ReplyCode code, String text) {
        this(Reply.of(code, text));
    }

    public Reply reply() {
        return reply;
    }
}
