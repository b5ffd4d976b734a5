package org.fastsend.core.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.core.stripe.StripeAction;
import org.fastsend.core.stripe.StripeSettings;
import org.fastsend.core.stripe.Striper;
import org.junit.jupiter.api.Test;

/// A terabyte in blocks of a mebibyte: what the machines remember of each block must be a few bytes, since a sender or
/// receiver has some hundred megabytes for everything.
class TerabyteTest {
    private static final int BLOCKS = 1 << 20;
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int RELAYS = 8;
    private static final int DYING_RELAY = 3;
    private static final long STALL_NANOS = 30_000_000_000L;
    private static final long MOST_BYTES_PER_BLOCK = 24;

    private long now;
    private int read;
    private int sealed;

    @Test
    void aTerabyteIsStripedAndCollectedWithAFewBytesABlock() {
        long before = usedBytes();
        Striper striper = new Striper(new StripeSettings(
                Strategy.FIRST_COME, 1, BLOCK_BYTES, 64L << 20, 16L << 20, STALL_NANOS, STALL_NANOS));
        Collector collector =
                new Collector(new CollectSettings(64L << 20, 16L << 20, BLOCK_BYTES, STALL_NANOS), new BitSet());
        for (int relay = 0; relay < RELAYS; relay++) {
            striper.handleTargetUp(now, relay);
            collector.handleSourceUp(now, relay);
        }
        int released = stripe(striper, collector);
        assertEquals(1, released);
        assertTrue(sealed > BLOCKS, "what the relay that died held was striped again");
        collector.handleFinal(now, sealed);
        assertTrue(collect(collector), "complete");
        long perBlock = (usedBytes() - before) / BLOCKS;
        assertTrue(perBlock < MOST_BYTES_PER_BLOCK, perBlock + " bytes a block");
        assertTrue(striper.poll(now).isEmpty() && collector.poll(now).isEmpty(), "both said their last");
    }

    /// Every put is stored at once; half-way a relay dies. Returns in how many copies the sender was released.
    private int stripe(Striper striper, Collector collector) {
        while (true) {
            now += 1000;
            StripeAction action = striper.poll(now).orElseThrow();
            switch (action) {
                case StripeAction.ReadNext() -> read(striper, collector);
                case StripeAction.Put(int target, int number) -> striper.handleStored(now, target, number);
                case StripeAction.Placed(int number, int target) -> {
                    if (target != DYING_RELAY) {
                        collector.handlePlacement(now, number, target);
                    }
                }
                case StripeAction.Restripe(int old) -> {
                    int fresh = sealed++;
                    collector.handleReplaced(now, old, fresh);
                    striper.handleReplacement(now, old, fresh, BLOCK_BYTES, 0);
                }
                case StripeAction.Confirm(int target) -> striper.handleConfirmed(now, target);
                case StripeAction.Released(int copies) -> {
                    return copies;
                }
                case StripeAction.Forget(int number) -> {}
                default -> throw new AssertionError(action);
            }
        }
    }

    private void read(Striper striper, Collector collector) {
        if (read == BLOCKS) {
            striper.handleSourceEnd(now);
            return;
        }
        striper.handleSealed(now, sealed, BLOCK_BYTES, 0);
        sealed++;
        read++;
        if (read == BLOCKS / 2) {
            striper.handleTargetDown(now, DYING_RELAY, "killed");
            collector.handleSourceDown(now, DYING_RELAY, "killed");
        }
    }

    private boolean collect(Collector collector) {
        while (true) {
            now += 1000;
            switch (collector.poll(now).orElseThrow()) {
                case CollectAction.Fetch(int relay, int block) -> {
                    collector.handleArrived(now, relay, block);
                    collector.handleHeld(now, block);
                }
                case CollectAction.Complete() -> {
                    return true;
                }
                case CollectAction other -> throw new AssertionError(other);
            }
        }
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
