package org.fastsend.relay.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.manifest.FeedEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A relay's copy of a feed: in order, without gaps, the same after a restart.
class FeedLogTest {
    private final PowerCutDisk disk = new PowerCutDisk();
    private TestRelayStore relay;

    @BeforeEach
    void openStore() throws Exception {
        relay = TestRelayStore.on(disk);
    }

    @Test
    void entriesAreReadBackFromAnySequenceOn() throws Exception {
        append(0, 40);
        assertEquals(entries(0, 40), relay.feed(0, Integer.MAX_VALUE).entries());
        assertEquals(entries(33, 40), relay.feed(33, Integer.MAX_VALUE).entries());
        assertEquals(List.of(), relay.feed(40, Integer.MAX_VALUE).entries());
        assertEquals(
                entries(7, 40),
                TestRelayStore.on(disk).feed(7, Integer.MAX_VALUE).entries());
    }

    @Test
    void readIsBoundedInBytesButGivesOneEntryAtLeast() {
        append(0, 10);
        assertEquals(entries(3, 4), relay.feed(3, 1).entries());
        List<FeedEntry> some = relay.feed(0, 1000).entries();
        assertTrue(some.size() > 1 && some.size() < 10);
        assertTrue(some.stream().mapToInt(FeedLog::recordLength).sum() <= 1000);
    }

    @Test
    void entriesThatGatheredShareOneForce() {
        append(0, 1);
        int before = disk.forces();
        List<Answers.OfPut> answers = LongStream.range(1, 20)
                .mapToObj(s -> relay.append(Samples.entry(s, 50)))
                .toList();
        relay.lanes.runAll();
        assertTrue(answers.stream().allMatch(Answers.OfPut::isStored));
        assertEquals(1, disk.forces() - before);
    }

    @Test
    void sameEntryAgainIsStoredAndAnotherOneForbidden() {
        append(0, 5);
        Answers.OfPut same = relay.append(Samples.entry(2));
        Answers.OfPut other = relay.append(Samples.entry(2, 33));
        relay.lanes.runAll();
        assertTrue(same.isStored());
        assertEquals(Optional.of(Refusal.FORBIDDEN), other.refusal());
        assertEquals(entries(0, 5), relay.feed(0, Integer.MAX_VALUE).entries());
    }

    /// The relay had written it when it was killed, and forced nothing.
    @Test
    void entryThatWasWrittenBeforeAKillIsForcedWhenItComesAgain() throws Exception {
        append(0, 1);
        disk.cutPowerAfter(1);
        relay.append(Samples.entry(1));
        relay.lanes.runAll();
        relay = TestRelayStore.on(disk.afterKill());
        append(1, 2);
        for (long seed = 1; seed <= 20; seed++) {
            TestRelayStore again = TestRelayStore.on(disk.afterPowerCut(new Random(seed)));
            assertEquals(entries(0, 2), again.feed(0, Integer.MAX_VALUE).entries(), "seed " + seed);
        }
    }

    @Test
    void gapIsRefused() {
        append(0, 2);
        Answers.OfPut answer = relay.append(Samples.entry(3));
        relay.lanes.runAll();
        assertEquals(Optional.of(Refusal.MISSING), answer.refusal());
        assertEquals(2, relay.feed(0, Integer.MAX_VALUE).entries().size());
    }

    @Test
    void feedCountsAgainstTheCapacity() {
        long before = relay.admission.usedBytes();
        append(0, 3);
        assertTrue(relay.admission.usedBytes() - before
                > entries(0, 3).stream().mapToInt(e -> e.bytes().length).sum());
    }

    @Test
    void damagedEntryIsRefusedAndAtTheNextStartCutOff() throws Exception {
        append(0, 3);
        disk.flipByte(Samples.TRANSFER + "/feed.log", FeedLog.recordLength(Samples.entry(0)) + 20);
        Answers.OfFeed answer = relay.feed(0, Integer.MAX_VALUE);
        assertEquals(Optional.of(Refusal.FAILED), answer.refusal());
        assertEquals(
                entries(0, 1),
                TestRelayStore.on(disk).feed(0, Integer.MAX_VALUE).entries());
    }

    private void append(long from, long to) {
        LongStream.range(from, to).forEach(sequence -> {
            Answers.OfPut answer = relay.append(Samples.entry(sequence));
            relay.lanes.runAll();
            assertTrue(answer.isStored(), answer.reason());
        });
    }

    private static List<FeedEntry> entries(long from, long to) {
        return LongStream.range(from, to).mapToObj(Samples::entry).toList();
    }
}
