package org.fastsend.core.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.BlockChannel.Offer;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.time.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Rates hold on either channel, whichever end has them. Only how fast nothing may be is looked at: a slow machine is
/// slower.
@ParameterizedClass
@EnumSource(
        value = ChannelKind.class,
        names = {"TCP", "UDP"})
class RateTest {
    private static final long BYTES_PER_SECOND = 8 << 20;
    private static final int BLOCK_BYTES = 256 << 10;
    private static final int BLOCKS = 12;
    /// Less than the blocks take at the rate, by what may pass before the rate is heard of.
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Lab lab;
    private final Heard heard;

    RateTest(ChannelKind kind) {
        lab = new Lab(NetTimings.DEFAULT, kind);
        heard = lab.heard();
    }

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void theSendersRateHolds() throws InterruptedException {
        lab.clientRate.change(bounded());
        try (BlockChannel channel = lab.open(heard)) {
            assertSlow(put(channel, 0));
        }
    }

    @Test
    void theReceiversRateHolds() throws InterruptedException {
        lab.relayRate.change(bounded());
        try (BlockChannel channel = lab.open(heard)) {
            assertSlow(put(channel, 0));
        }
    }

    @Test
    void whatIsFetchedIsHeldToTheFetchersRate() throws InterruptedException {
        try (BlockChannel channel = lab.open(heard)) {
            put(channel, 0);
            lab.clientRate.change(bounded());
            long start = new SystemNanoClock().nanos();
            for (int number = 0; number < BLOCKS; number++) {
                assertEquals(Offer.ACCEPTED, channel.get(number));
            }
            heard.next(BLOCKS);
            assertSlow(new SystemNanoClock().nanos() - start);
        }
    }

    @Test
    void allSessionsOfAListenerShareItsRate() throws InterruptedException {
        lab.relayRate.change(bounded());
        Heard other = lab.heard();
        try (BlockChannel one = lab.open(heard);
                BlockChannel two = lab.open(other)) {
            long start = new SystemNanoClock().nanos();
            offer(one, 0, BLOCKS / 2);
            offer(two, BLOCKS, BLOCKS / 2);
            heard.next(BLOCKS / 2);
            other.next(BLOCKS / 2);
            assertSlow(new SystemNanoClock().nanos() - start);
        }
    }

    @Test
    void aRateMayBeLiftedMeanwhile() throws InterruptedException {
        lab.clientRate.change(RateSettings.UNBOUNDED.withTarget(BLOCK_BYTES / 50));
        try (BlockChannel channel = lab.open(heard)) {
            offer(channel, 0, BLOCKS); // would take ten minutes
            lab.clientRate.change(RateSettings.UNBOUNDED);
            heard.next(BLOCKS);
        }
    }

    private static RateSettings bounded() {
        return RateSettings.UNBOUNDED.withTarget(BYTES_PER_SECOND);
    }

    private long put(BlockChannel channel, int first) throws InterruptedException {
        long start = new SystemNanoClock().nanos();
        offer(channel, first, BLOCKS);
        heard.next(BLOCKS);
        return new SystemNanoClock().nanos() - start;
    }

    private static void offer(BlockChannel channel, int first, int count) {
        for (int number = first; number < first + count; number++) {
            assertEquals(Offer.ACCEPTED, channel.put(TestBlocks.block(number, BLOCK_BYTES)));
        }
    }

    private static void assertSlow(long nanos) {
        assertTrue(nanos >= LEAST_NANOS, () -> "it took only " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms");
    }
}
