package org.fastsend.core.send;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ScriptedChannel;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.Receipt;
import org.fastsend.core.trust.ReceiptRoot;
import org.junit.jupiter.api.Test;

class SettlementTest {
    private static final KeyHash RELAY = KeyHash.of(new byte[32]);
    private static final long NOW_MILLIS = 1_800_000_000_000L;
    private static final long NOW = NOW_MILLIS / 1000;

    private final CompletableFuture<Receipt> answer = new CompletableFuture<>();
    private final List<String> verdicts = new ArrayList<>();
    private final Target relay = new Target("relay", false);
    private final Settlement settlement =
            new Settlement(1, null, null, () -> NOW_MILLIS, Runnable::run, new Settlement.Verdicts() {
                @Override
                public void confirmed(Target target) {
                    verdicts.add("confirmed");
                }

                @Override
                public void distrusted(Target target, String reason) {
                    verdicts.add(reason);
                }
            });

    @Test
    void aCopyThatIsStoredWhileARelaySignsNeedNotBeInItsReceipt() {
        upWithBlocks(2);
        settlement.confirm(relay);
        relay.stored(1, 2, 100);

        answer.complete(receipt(2));

        assertEquals(List.of("confirmed"), verdicts);
    }

    @Test
    void aRelayThatSignsForLessThanItHadStoredIsNotTrusted() {
        upWithBlocks(2);
        settlement.confirm(relay);

        answer.complete(receipt(1));

        assertEquals(List.of("it stored 2 blocks and signs for 1"), verdicts);
    }

    @Test
    void aRelayWhoseLeaseIsOverByOurClockIsNotTrusted() {
        upWithBlocks(2);
        settlement.confirm(relay);

        answer.complete(receipt(2, NOW));

        assertEquals(
                List.of("it signs to keep its blocks until 2027-01-15T08:00:00Z, which is past:"
                        + " its clock or ours is wrong"),
                verdicts);
    }

    private void upWithBlocks(int count) {
        relay.up(0, new RelayNamed(0, "relay", "127.0.0.1", 1, RELAY, new byte[0]), channel());
        for (int block = 0; block < count; block++) {
            relay.stored(0, block, 100);
        }
    }

    private BlockChannel channel() {
        return ScriptedChannel.answering(Map.of("release", answer, "peer", "relay"));
    }

    private static Receipt receipt(long blocks) {
        return receipt(blocks, NOW + 1);
    }

    private static Receipt receipt(long blocks, long leaseEnd) {
        return new Receipt(
                new TransferId(0, 0), RELAY, blocks, 100 * blocks, new byte[ReceiptRoot.LENGTH], leaseEnd, new byte[0]);
    }
}
