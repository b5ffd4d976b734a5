package org.fastsend.server.command;

import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Running;

/// What a verb wants to happen; the command loop does it.
public sealed interface Outcome {
    static Outcome reply(ReplyCode code, String text) {
        return new Answer(Reply.of(code, text));
    }

    /// Say this.
    record Answer(Reply reply) implements Outcome {}

    /// Say `opening`, run the transfer beside the control connection, and say how it ended.
    record Start(Reply opening, Running transfer) implements Outcome {}

    /// Run this beside the control connection, and give its reply as the verb's.
    record Work(Running work) implements Outcome {}

    /// Stop what runs, then say that it was stopped.
    record Abort() implements Outcome {}

    /// Say this in the clear, and speak TLS from then on.
    record Secure(Reply agreed) implements Outcome {}

    /// Say this under TLS, and end that: what follows is clear.
    record Unsecure(Reply agreed) implements Outcome {}

    /// Say this, and close the connection.
    record Close(Reply last) implements Outcome {}
}
