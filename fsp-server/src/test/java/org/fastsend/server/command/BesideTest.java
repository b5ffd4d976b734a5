package org.fastsend.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.fastsend.server.reply.Reply;
import org.fastsend.server.reply.ReplyCode;
import org.fastsend.server.session.Running;
import org.junit.jupiter.api.Test;

class BesideTest {
    @Test
    void aTransferThatFailsWithAnErrorEndsWithAReply() {
        Beside beside = new Beside(new Running() {
            @Override
            public Reply run() {
                throw new StackOverflowError("made up");
            }

            @Override
            public String progress() {
                return "none";
            }
        });

        assertEquals(Reply.of(ReplyCode.LOCAL_ERROR, "Internal error"), beside.run(() -> {}));
    }
}
