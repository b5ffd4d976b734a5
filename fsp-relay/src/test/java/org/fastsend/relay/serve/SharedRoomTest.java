package org.fastsend.relay.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.net.CapabilityPolicy;
import org.fastsend.core.net.ExpectedPeer;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayConnection;
import org.fastsend.core.net.RelayConnector;
import org.fastsend.core.net.RelayListener;
import org.fastsend.core.seal.SealOptions;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.send.StripeJob;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.stripe.Strategy;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Capability;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.Verb;
import org.fastsend.relay.admission.AdmissionLimits;
import org.fastsend.relay.lease.LeaseTerm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two senders and one relay over the network: what it keeps for the one, the other does not count on.
@Timeout(60)
class SharedRoomTest {
    private static final int FILE_BYTES = 20_000_000;
    private static final long CAPACITY_BYTES = 100_000_000;

    @TempDir
    private Path temporary;

    private final EpochClock clock = new SystemEpochClock();
    private final Authority authority = Authority.create("test", clock);
    private final Identity relay = authority.issue(Role.RELAY, "r1", List.of());
    private final Identity first = authority.issue(Role.CLIENT, "c1", List.of());
    private final Identity second = authority.issue(Role.CLIENT, "c2", List.of());
    private final ExecutorService sender = Executors.newVirtualThreadPerTaskExecutor();
    private Federation federation;
    private RunningStore running;
    private RelayListener listener;

    @BeforeEach
    void start() throws Exception {
        federation = new Federation(authority.certificate(), clock);
        Buffers buffers = new Buffers(48 << 20);
        running = RunningStore.start(
                StoreDirectory.open(temporary.resolve("relay")),
                new AdmissionLimits(CAPACITY_BYTES, 0, 10, 10_000),
                LeaseTerm.DEFAULT,
                clock,
                () -> 0, // no reservation ends by itself
                buffers);
        listener = RelayListener.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                LocalEnd.of(relay, federation, buffers, clock, new SecureRandom()),
                new CapabilityPolicy(federation, relay.keyHash(), clock, new RelayHost(running.store(), relay)));
    }

    @AfterEach
    void stop() throws Exception {
        sender.shutdownNow();
        listener.close();
        running.close();
    }

    @Test
    void whatOneSenderIsToStoreIsFreeToNoOtherUntilItIsDone() throws Exception {
        Holding choice = new Holding();
        try (StripeJob job = job(choice);
                RelayConnection connection = connect()) {
            Future<TransferReport> sent = sender.submit(job::run);
            assertTrue(choice.kept.get() > FILE_BYTES, "with a margin: " + choice.kept.get());

            long free = running.store().freeBytes();
            assertTrue(free < CAPACITY_BYTES - FILE_BYTES, "free: " + free);
            BlockChannel other = open(connection);
            assertEquals(free / 2, other.reserve(Long.MAX_VALUE).get());

            choice.goesOn = true;
            sent.get();
            other.reserve(0).get();
            assertEquals(
                    CAPACITY_BYTES - running.store().usedBytes(),
                    running.store().freeBytes());
        }
    }

    @Test
    void aSenderThatGivesUpGivesItsRoomBack() throws Exception {
        Holding choice = new Holding();
        try (StripeJob job = job(choice);
                RelayConnection connection = connect()) {
            Future<TransferReport> sent = sender.submit(job::run);
            choice.kept.get();
            sender.shutdownNow();
            assertThrows(ExecutionException.class, sent::get);

            BlockChannel other = open(connection);
            while (running.store().freeBytes()
                    < CAPACITY_BYTES - running.store().usedBytes()) {
                other.reserve(0).get(); // a round trip later
            }
        }
    }

    private StripeJob job(RelayChoice choice) throws IOException {
        byte[] bytes = new byte[FILE_BYTES];
        new Random(3).nextBytes(bytes);
        Path file = Files.write(temporary.resolve("file"), bytes);
        var request = new StripeRequest(
                new TransferId(1, 2),
                TransferKey.random(new SecureRandom()),
                SourceRoots.of(List.of(file)),
                new StripeRequest.Shape(SealOptions.standard(), 1 << 20, Strategy.FIRST_COME, 1, StreamWish.exactly(2)),
                new StripeRequest.Reader(Identity.ephemeral().keyHash(), false),
                3600);
        RelayDirectory directory = new RelayDirectory() {
            @Override
            public List<RelayAddress> relays() {
                return List.of(new RelayAddress("127.0.0.1", listener.port()));
            }

            @Override
            public RelayChoice choice(boolean firstComeFirstServe) {
                return choice;
            }
        };
        Path spool = Files.createDirectory(temporary.resolve("spool"));
        int memoryBytes = 48 << 20;
        Workplace workplace = new Workplace(
                first, federation, new Buffers(memoryBytes), memoryBytes, new SystemNanoClock(), clock, spool);
        return new StripeJob(request, directory, workplace, event -> {});
    }

    private RelayConnection connect() {
        LocalEnd local = LocalEnd.of(second, federation, new Buffers(8 << 20), clock, new SecureRandom());
        return new RelayConnector(local).connect("127.0.0.1", listener.port(), new ExpectedPeer.InRole(Role.RELAY));
    }

    private BlockChannel open(RelayConnection connection) {
        Capability capability = Capability.sign(
                second,
                new TransferId(3, 4),
                relay.keyHash(),
                second.keyHash(),
                EnumSet.of(Verb.PUT),
                Long.MAX_VALUE,
                clock.seconds() + 600);
        return connection.open(capability, new Deaf());
    }

    /// Holds the stripe until it may go on, and hears how much room is kept for it.
    private static final class Holding implements RelayChoice {
        private final CompletableFuture<Long> kept = new CompletableFuture<>();
        private final Queue<Decision> out = new ArrayDeque<>();
        private volatile boolean goesOn;

        @Override
        public void handleUp(long nowNanos, int target, Optional<RelayAddress> where) {
            out.add(new Decision.Hold(target));
        }

        @Override
        public void handleDown(long nowNanos, int target) {}

        @Override
        public void handleUnusable(long nowNanos, RelayAddress where) {}

        @Override
        public void handleSamples(long nowNanos, Work work, List<Sample> samples) {
            if (goesOn) {
                samples.forEach(sample -> out.add(new Decision.Resume(sample.target())));
            }
        }

        @Override
        public double margin() {
            return DEFAULT_MARGIN;
        }

        @Override
        public void handleReserved(long nowNanos, int target, long askedBytes, long keptBytes) {
            kept.complete(keptBytes);
        }

        @Override
        public Optional<Decision> poll(long nowNanos) {
            return Optional.ofNullable(out.poll());
        }
    }

    /// Whoever puts nothing hears nothing.
    private static final class Deaf implements ChannelListener {
        @Override
        public void onStored(int number) {}

        @Override
        public void onBlock(SealedBlock block) {}

        @Override
        public void onRefused(int number, Refusal refusal, String reason) {}

        @Override
        public void onBad(int number, String reason) {}

        @Override
        public void onLost(int number, String reason) {}

        @Override
        public void onDown(FspException cause) {}
    }
}
