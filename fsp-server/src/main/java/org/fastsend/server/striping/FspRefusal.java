package org.fastsend.server.striping;

import org.fastsend.core.error.FspException;
import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Refused;

/// Failures of transfers as replies: the name of the error, a colon, the reason.
final class FspRefusal {
    private FspRefusal() {}

    static Reply reply(FspException failure) {
        return Reply.of(ReplyCode.LOCAL_ERROR, failure.code() + ": " + failure.getMessage());
    }

    static Refused refused(FspException failure) {
        return new Refused(reply(failure));
    }
}
