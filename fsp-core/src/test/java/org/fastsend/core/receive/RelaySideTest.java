package org.fastsend.core.receive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.trust.KeyHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RelaySideTest {
    private static final RelayNamed RELAY =
            new RelayNamed(0, "r1", "relay.example", 5060, KeyHash.of(new byte[32]), new byte[0]);

    private final LinkedBlockingQueue<Runnable> posted = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> mayOpen = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<String> told = new ArrayList<>();
    private final RelaySide side =
            new RelaySide(this::open, () -> 0, StreamWish.exactly(1), posted::add, new Telling());

    @Test
    void aRelayThatComesUpIsUsed() throws InterruptedException {
        side.named(RELAY);
        mayOpen.complete(null);
        posted.take().run();
        assertEquals(List.of("up"), told);
        assertEquals(1, closed.getCount());
    }

    @Test
    void aSessionThatOpensAfterTheCollectionHasEndedIsClosed() throws InterruptedException {
        side.named(RELAY);
        side.close();
        mayOpen.complete(null);
        closed.await(); // though nobody runs any more what is posted
    }

    @Test
    void aSessionThatOpenedJustBeforeTheCollectionEndsIsClosed() throws InterruptedException {
        side.named(RELAY);
        mayOpen.complete(null);
        Runnable up = posted.take();
        side.close();
        closed.await();
        up.run();
        assertEquals(List.of(), told);
    }

    @Test
    void aRelayThatIsDroppedForGoodWhileItConnectsIsClosed() throws InterruptedException {
        side.named(RELAY);
        side.drop(0, "lies", true);
        mayOpen.complete(null);
        posted.take().run();
        closed.await();
        assertEquals(List.of(), told);
    }

    @SuppressWarnings("ReferenceEquality") // a proxy is itself only
    private BlockChannel open(RelayNamed relay, ChannelListener listener) {
        mayOpen.join();
        return (BlockChannel) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {BlockChannel.class}, (self, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closed.countDown();
                    }
                    return switch (method.getName()) {
                        case "hashCode" -> System.identityHashCode(self);
                        case "equals" -> self == arguments[0];
                        default -> null;
                    };
                });
    }

    private final class Telling implements RelaySide.Events {
        @Override
        public void up(int relay, String peer) {
            told.add("up");
        }

        @Override
        public void down(int relay, String peer, String reason) {
            told.add("down");
        }

        @Override
        public void unusable(int relay, String peer, String reason) {
            told.add("unusable");
        }

        @Override
        public void block(int relay, SealedBlock block) {
            told.add("block");
        }

        @Override
        public void bad(int relay, int block, String reason) {
            told.add("bad");
        }

        @Override
        public void refused(int relay, int block, Refusal refusal) {
            told.add("refused");
        }

        @Override
        public void lost(int relay, int block) {
            told.add("lost");
        }
    }
}
