package org.fastsend.server.striping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.concurrent.CountDownLatch;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.time.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TransferThreadTest {
    @Test
    @Timeout(60)
    void aTransferThatMemoryDoesNotSufficeForEndsLikeAnyOther() throws InterruptedException {
        TransferStory story = new TransferStory(new SystemNanoClock());
        CountDownLatch ended = new CountDownLatch(1);
        var label = new TransferThread.Label("collect", "anna", new TransferId(1, 2));
        new TransferThread(
                label,
                story,
                () -> {
                    throw new OutOfMemoryError("none is left, says the test");
                },
                ended::countDown);
        ended.await();
        Chapter.Failed failed =
                assertInstanceOf(Chapter.Failed.class, story.end().orElseThrow());
        assertEquals(ErrorCode.INTERNAL, failed.cause().code());
    }
}
