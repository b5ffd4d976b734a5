package org.fastsend.server.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReplyTest {
    @Test
    void oneLineIsCodeSpaceText() {
        assertEquals("200 Fine\r\n", Reply.of(ReplyCode.OK, "Fine").encode());
    }

    @Test
    void linesBetweenTheFirstAndTheLastStandBehindASpace() {
        Reply reply = Reply.list(ReplyCode.SYSTEM_STATUS, "Features:", List.of("UTF8", "SIZE"), "End");
        assertEquals("211-Features:\r\n UTF8\r\n SIZE\r\n211 End\r\n", reply.encode());
    }

    @Test
    void noNameCanForgeAReply() {
        String name = "x\r\n230 Logged in\u0000\u0085";
        assertEquals(
                "550 x??230 Logged in??\r\n",
                Reply.of(ReplyCode.FILE_UNAVAILABLE, name).encode());
    }

    @Test
    void quotesInAPathAreDoubled() {
        assertEquals("\"/a\"\"b\"", Reply.quoted("/a\"b"));
    }

    @Test
    void aReplyHasAtLeastOneLine() {
        assertThrows(IllegalArgumentException.class, () -> new Reply(ReplyCode.OK, List.of()));
    }
}
