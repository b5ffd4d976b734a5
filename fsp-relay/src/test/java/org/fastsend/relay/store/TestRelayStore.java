package org.fastsend.relay.store;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.time.Duration;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.relay.admission.Admission;
import org.fastsend.relay.admission.AdmissionLimits;
import org.fastsend.relay.lease.LeaseTerm;

/// A store on a disk in memory, stepped by hand, with the wall clock in the test's hand.
final class TestRelayStore {
    static final long WEEK_SECONDS = Duration.ofDays(7).toSeconds();

    final PowerCutDisk disk;
    final StepLanes lanes = new StepLanes();
    final Buffers buffers = new Buffers(1 << 20);
    final Admission admission;
    final BlockStore store;
    long nowSeconds = 1_800_000_000;
    long nowNanos;

    private TestRelayStore(PowerCutDisk disk, AdmissionLimits limits) throws IOException, InterruptedException {
        this.disk = disk;
        this.admission = new Admission(limits, () -> nowNanos);
        StoreSettings settings = new StoreSettings(16 * 1024, 8 * 1024, 64 * 1024, LeaseTerm.DEFAULT);
        this.store = BlockStore.open(
                new StoreParts(disk, settings, admission, () -> nowSeconds * 1000, lanes.lanes(), buffers));
    }

    static TestRelayStore on(PowerCutDisk disk) throws IOException, InterruptedException {
        return on(disk, new AdmissionLimits(1 << 30, 0, 10, 100_000));
    }

    static TestRelayStore on(PowerCutDisk disk, AdmissionLimits limits) throws IOException, InterruptedException {
        return new TestRelayStore(disk, limits);
    }

    /// The transfer of the samples, opened by its owner.
    StoredTransfer transfer() {
        return transfer(Samples.TRANSFER);
    }

    StoredTransfer transfer(TransferId transfer) {
        return assertInstanceOf(BlockStore.Access.Granted.class, store.open(transfer, Samples.OWNER))
                .transfer();
    }

    Answers.OfPut put(SealedBlock block) {
        return put(block, Samples.NO_QUOTA);
    }

    Answers.OfPut put(SealedBlock block, long quotaBytes) {
        Answers.OfPut answer = new Answers.OfPut();
        transfer(block.header().transfer()).put(block, quotaBytes, answer);
        return answer;
    }

    /// Room that is kept for the transfer of the samples.
    long reserve(long bytes, long quotaBytes) {
        Answers.OfRoom answer = new Answers.OfRoom();
        transfer().reserve(bytes, quotaBytes, answer);
        return answer.bytes().orElseThrow();
    }

    Answers.OfPut append(FeedEntry entry) {
        Answers.OfPut answer = new Answers.OfPut();
        transfer().appendFeed(entry, Samples.NO_QUOTA, answer);
        return answer;
    }

    Answers.OfGet get(int number) {
        Answers.OfGet answer = new Answers.OfGet(buffers);
        transfer().get(number, answer);
        lanes.runAll();
        return answer;
    }

    Answers.OfFeed feed(long from, int maxBytes) {
        Answers.OfFeed answer = new Answers.OfFeed();
        transfer().readFeed(from, maxBytes, answer);
        lanes.runAll();
        return answer;
    }

    Answers.OfRelease release() {
        Answers.OfRelease answer = new Answers.OfRelease();
        transfer().release(answer);
        lanes.runAll();
        return answer;
    }

    Answers.OfPut drop() {
        Answers.OfPut answer = new Answers.OfPut();
        transfer().drop(answer);
        lanes.runAll();
        return answer;
    }
}
