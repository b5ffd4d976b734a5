package org.fastsend.server.striping;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.AnchoredPath;
import org.fastsend.core.files.FeedLog;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.server.data.PortRange;

/// Transfers that a test tells what happens to them.
final class FakeStriping implements StripingService {
    static final int PORT = 4711;
    static final int PROBE_PORT = 4712;

    private final Path spool;
    private final Authority authority = Authority.create("test", System::currentTimeMillis);
    private final Map<String, RunningTransfer> transfers = new HashMap<>();
    /// What was asked for, in order.
    final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

    record Asked(String user, Path path, StripeOptions options, FakeTransfer transfer) {}

    FakeStriping(Path spool) {
        this.spool = spool;
    }

    /// A ticket as a client would send it.
    Ticket ticket(long number) {
        return new Ticket(
                new TransferId(number, number),
                new TransferKey(new byte[TransferKey.LENGTH]),
                CipherSuite.AES_256_GCM,
                Integer.MAX_VALUE,
                Optional.empty(),
                authority.certificate(),
                KeyHash.of(new byte[KeyHash.LENGTH]),
                List.of());
    }

    @Override
    public synchronized StripedTransfer stripe(
            String user, AnchoredPath source, StripeOptions options, Recipient recipient) {
        if (options.shape().copies() > 3) {
            throw new FspException(ErrorCode.NOT_ENOUGH_RELAYS, "only three relays here");
        }
        return begin(user, source.path(), options, ticket(transfers.size() + 1L));
    }

    @Override
    public synchronized RunningTransfer collect(
            String user, AnchoredPath destination, StripeOptions options, Ticket ticket) {
        return begin(user, destination.path(), options, ticket);
    }

    @Override
    public OptionalInt probePort() {
        return OptionalInt.of(PROBE_PORT);
    }

    @Override
    public synchronized Optional<RunningTransfer> find(String user, TransferId transfer) {
        return Optional.ofNullable(transfers.get(user + transfer));
    }

    private FakeTransfer begin(String user, Path path, StripeOptions options, Ticket ticket) {
        FakeTransfer transfer = new FakeTransfer(ticket, FeedLog.temporary(spool));
        transfers.put(user + transfer.id(), transfer);
        asked.add(new Asked(user, path, options, transfer));
        return transfer;
    }

    /// A transfer that does nothing by itself.
    record FakeTransfer(Ticket ticket, FeedLog feed, TransferStory story) implements StripedTransfer {
        private FakeTransfer(Ticket ticket, FeedLog feed) {
            this(ticket, feed, new TransferStory(new SystemNanoClock()));
        }

        @Override
        public TransferId id() {
            return ticket.transfer();
        }

        @Override
        public StoryReader watch() {
            return StoryReader.events(story);
        }

        @Override
        public StoryReader follow(long fromSequence) {
            return StoryReader.withFeed(story, feed, fromSequence);
        }

        @Override
        public int peerPort(InetAddress local, PortRange range) {
            return PORT;
        }
    }
}
