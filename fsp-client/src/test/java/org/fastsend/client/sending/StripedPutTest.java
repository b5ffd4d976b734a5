package org.fastsend.client.sending;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferReport;
import org.junit.jupiter.api.Test;

class StripedPutTest {
    private final FspException lost = new FspException(ErrorCode.CONNECTION_LOST, "it ended the session");
    private final FspException full = new FspException(ErrorCode.DISK_FULL, "the server's disk is full");

    @Test
    void whyTheServerEndedItIsWhatPeopleAreTold() throws InterruptedException {
        assertSame(full, StripedPut.cause(lost, CompletableFuture.failedFuture(full)));
    }

    @Test
    void whatThisEndKnowsBetterIsNotExplainedByTheServer() throws InterruptedException {
        FspException unreadable = new FspException(ErrorCode.IO_FAILURE, "cannot read a");
        assertSame(unreadable, StripedPut.cause(unreadable, CompletableFuture.failedFuture(full)));
        var report = new TransferReport(1, 1, 1, 1, List.of(), List.of());
        assertSame(lost, StripedPut.cause(lost, CompletableFuture.completedFuture(report)));
    }
}
