package org.fastsend.core.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.channel.ScriptedChannel;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.send.StripeJob;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.core.trust.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A stripe over real channels does what its choice decides while it runs.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ChoiceTest {
    private static final int BLOCK = 64 << 10;
    private static final int BYTES = 20_000_000;

    @TempDir
    Path work;

    private final List<TransferEvent> events = new CopyOnWriteArrayList<>();

    @Test
    void relaysAreHeldSentToRestAndAddedWhileTheStripeRuns() throws Exception {
        try (RelayFarm farm = new RelayFarm(3)) {
            Scripted choice = new Scripted(
                    farm.relays.get(1).address(), farm.relays.get(2).address());

            stripe(farm, directory(farm.addresses().subList(0, 2), choice));

            int rested = choice.targets.get(farm.relays.get(1).address());
            assertTrue(choice.sentWhileHeld < 64 * BLOCK, "held back: " + choice.sentWhileHeld);
            assertEquals(BYTES, choice.expectedWhileHeld, "the file is known long before all of it is read");
            assertTrue(farm.relays.get(0).store().size() > 0, "it was let go on");
            assertTrue(farm.relays.get(2).store().size() > 0, "it was added");
            assertTrue(farm.relays.get(1).store().size() < 64, "it has a rest");
            assertTrue(
                    events.stream()
                            .anyMatch(event -> event instanceof TransferEvent.PeerDown down
                                    && down.number() == rested
                                    && down.reason().equals("has its rest")),
                    events.toString());
        }
    }

    @Test
    void nobodyIsToldWhereBlocksAreWhileThatIsWithheld() throws Exception {
        try (RelayFarm farm = new RelayFarm(2)) {
            Withholding choice = new Withholding(farm.relays.get(1).address());

            stripe(farm, directory(farm.addresses(), choice));

            long stored = events.stream()
                    .takeWhile(event -> !isPlacements(event))
                    .filter(event -> event instanceof TransferEvent.Progress)
                    .count();
            assertTrue(stored >= BYTES / BLOCK, "stored before anything was told: " + stored);
            assertTrue(events.stream().anyMatch(ChoiceTest::isPlacements), "told in the end");
        }
    }

    private static boolean isPlacements(TransferEvent event) {
        return event instanceof TransferEvent.Appended(FeedEntry entry) && entry.kind() == FeedEntry.Kind.PLACEMENTS;
    }

    @Test
    void aRelayThatCannotBeReachedIsReplacedAndTheStripeDoesNotFail() throws Exception {
        try (RelayFarm farm = new RelayFarm(2)) {
            RelayAddress gone = farm.relays.get(1).address();
            farm.relays.get(1).listener().close();
            Replacing choice = new Replacing(farm.relays.get(0).address());

            stripe(farm, directory(List.of(gone), choice));

            assertEquals(List.of(gone), choice.unusable);
            assertTrue(farm.relays.get(0).store().size() >= BYTES / BLOCK);
        }
    }

    @Test
    void thatTheReceiversConnectionEndsIsNoNewsOnceItHasItsRest() throws Exception {
        Losing choice = new Losing();
        try (RelayFarm farm = new RelayFarm(1);
                StripeJob job = job(farm, directory(farm.addresses(), choice))) {
            choice.lose = job.direct("the receiver", farm.sender.keyHash(), unused())::onDown;
            job.run();
        }
        assertTrue(choice.isLost, "its connection has ended");
        List<TransferEvent> told =
                events.stream().filter(TransferEvent.PeerDown.class::isInstance).toList();
        assertEquals(List.of(new TransferEvent.PeerDown(choice.receiver, "the receiver", "has its rest")), told);
    }

    /// A channel that takes nothing now.
    private static BlockChannel unused() {
        return ScriptedChannel.answering(Map.of("put", BlockChannel.Offer.BACKPRESSURED, "streams", "", "close", ""));
    }

    @Test
    void aRelayThatAnswersOnlyWhenAllIsOverIsLeft() throws Exception {
        try (RelayFarm farm = new RelayFarm(2);
                ServerSocket slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CountDownLatch over = new CountDownLatch(1);
            CompletableFuture<Void> left = CompletableFuture.runAsync(
                    () -> pass(slow, over, farm.relays.get(1).address()));
            List<RelayAddress> addresses =
                    List.of(farm.relays.get(0).address(), new RelayAddress("127.0.0.1", slow.getLocalPort()));

            stripe(farm, () -> addresses);

            over.countDown();
            left.get(20, TimeUnit.SECONDS);
        }
    }

    /// Takes one connection on to a relay once it may, and returns when whoever connected has left.
    private static void pass(ServerSocket from, CountDownLatch may, RelayAddress to) {
        try (Socket near = from.accept()) {
            may.await();
            try (Socket far = new Socket(to.host(), to.port())) {
                Thread.ofVirtual().start(() -> copy(far, near));
                near.getInputStream().transferTo(far.getOutputStream());
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // whoever connected has left
        }
    }

    private void stripe(RelayFarm farm, RelayDirectory directory) throws IOException, InterruptedException {
        try (StripeJob job = job(farm, directory)) {
            job.run();
        }
    }

    private StripeJob job(RelayFarm farm, RelayDirectory directory) throws IOException {
        Path file = Files.write(work.resolve("file"), randomBytes());
        var shape =
                new StripeRequest.Shape(SealOptions.standard(), BLOCK, Strategy.FIRST_COME, 1, StreamWish.exactly(2));
        var request = new StripeRequest(
                new TransferId(1, 2),
                TransferKey.random(new SecureRandom()),
                SourceRoots.of(List.of(file)),
                shape,
                new StripeRequest.Reader(Identity.ephemeral().keyHash(), false),
                3600);
        return new StripeJob(request, directory, farm.workplace(farm.sender, work), events::add);
    }

    private static byte[] randomBytes() {
        byte[] bytes = new byte[BYTES];
        new java.util.Random(5).nextBytes(bytes);
        return bytes;
    }

    private static RelayDirectory directory(List<RelayAddress> first, RelayChoice choice) {
        return new RelayDirectory() {
            @Override
            public List<RelayAddress> relays() {
                return first;
            }

            @Override
            public RelayChoice choice(boolean firstComeFirstServe) {
                return choice;
            }
        };
    }

    /// Holds both relays until a third is up, which takes the place of the second.
    private static final class Scripted extends Listening {
        private final Map<RelayAddress, Integer> targets =
                new TreeMap<>(java.util.Comparator.comparingInt(RelayAddress::port));
        private final RelayAddress second;
        private final RelayAddress third;
        private long sentWhileHeld = Long.MAX_VALUE;
        private long expectedWhileHeld;

        Scripted(RelayAddress second, RelayAddress third) {
            this.second = second;
            this.third = third;
        }

        @Override
        public void handleUp(long nowNanos, int target, Optional<RelayAddress> relay) {
            targets.put(relay.orElseThrow(), target);
            if (relay.get().equals(third)) {
                targets.values().forEach(each -> out.add(new Decision.Resume(each)));
            } else {
                out.add(new Decision.Hold(target));
            }
        }

        @Override
        public void handleSamples(long nowNanos, Work work, List<Sample> samples) {
            if (sentWhileHeld == Long.MAX_VALUE && samples.size() == 2 && work.expectedBytes() > 0) {
                expectedWhileHeld = work.expectedBytes();
                sentWhileHeld = samples.stream().mapToLong(Sample::sentBytes).sum();
                out.add(new Decision.Rest(targets.get(second), "has its rest"));
                out.add(new Decision.Add(third, "for the test"));
            }
        }
    }

    /// Withholds to the end, and holds one relay for so long that what the other stored would have been told.
    private static final class Withholding extends Listening {
        private final RelayAddress held;
        private int number;
        private int samples;

        Withholding(RelayAddress held) {
            this.held = held;
        }

        @Override
        public void handleUp(long nowNanos, int target, Optional<RelayAddress> relay) {
            out.add(new Decision.Withhold());
            if (relay.equals(Optional.of(held))) {
                number = target;
                out.add(new Decision.Hold(target));
            }
        }

        @Override
        public void handleSamples(long nowNanos, Work work, List<Sample> targets) {
            if (++samples == 4) {
                out.add(new Decision.Resume(number));
            }
        }
    }

    /// Adds another relay for one that cannot be used.
    private static final class Replacing extends Listening {
        private final RelayAddress other;
        private final List<RelayAddress> unusable = new ArrayList<>();

        Replacing(RelayAddress other) {
            this.other = other;
        }

        @Override
        public void handleUnusable(long nowNanos, RelayAddress relay) {
            unusable.add(relay);
            out.add(new Decision.Add(other, "in place of " + relay));
        }
    }

    /// Sends the receiver to rest, and then its connection ends.
    private static final class Losing extends Listening {
        private Consumer<FspException> lose = _ -> {};
        private int receiver;
        private boolean isLost;

        @Override
        public void handleUp(long nowNanos, int target, Optional<RelayAddress> relay) {
            if (relay.isEmpty()) {
                receiver = target;
                out.add(new Decision.Rest(target, "has its rest"));
                lose.accept(new FspException(ErrorCode.CONNECTION_LOST, "lost"));
            }
        }

        @Override
        public void handleDown(long nowNanos, int target) {
            isLost = true;
        }
    }

    private static class Listening implements RelayChoice {
        final Queue<Decision> out = new ArrayDeque<>();

        @Override
        public void handleUp(long nowNanos, int target, Optional<RelayAddress> relay) {
            // nothing to do
        }

        @Override
        public void handleDown(long nowNanos, int target) {
            // nothing to do
        }

        @Override
        public void handleUnusable(long nowNanos, RelayAddress relay) {
            // nothing to do
        }

        @Override
        public void handleSamples(long nowNanos, Work work, List<Sample> samples) {
            // nothing to do
        }

        @Override
        public double margin() {
            return DEFAULT_MARGIN;
        }

        @Override
        public void handleReserved(long nowNanos, int target, long askedBytes, long keptBytes) {
            // nothing to do
        }

        @Override
        public Optional<Decision> poll(long nowNanos) {
            return Optional.ofNullable(out.poll());
        }
    }
}
