package org.fastsend.server.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.control.ControlDirectory;
import org.fastsend.core.control.HostPresence;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.net.Carriage;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.overlay.net.OverlayRelays;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.server.striping.FederationStriping;
import org.fastsend.server.striping.RelaySource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the server's transfers work with: a share of the JVM's memory, and a directory that is gone when this is
/// closed.
record StripingPlace(FederationStriping service, Optional<OverlayRelays> overlay, HostPresence presence, Path spool)
        implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StripingPlace.class);
    private static final long MIN_MEMORY_BYTES = 32L << 20;
    private static final long MAX_MEMORY_BYTES = 512L << 20;
    private static final int MEMORY_SHARE = 3;
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(5);

    /// Where unfinished collections are written down, and what was learnt of relays, in the state directory.
    private static final String ORDERS = "collections";

    private static final String GOODPUT = "goodput";

    /// Where the server's relays come from.
    ///
    /// @param known named to it
    /// @param join members of the overlay, which is asked rather than those that are known
    /// @param caps of those that are found there; empty for those of everybody
    record Relays(List<RelayAddress> known, List<RelayAddress> join, Optional<Caps> caps) {}

    /// Opens the place, and goes on with collections that an earlier run of the server left in `state`.
    ///
    /// @param rate of all transfers together
    static StripingPlace open(Path membership, Relays relays, TransferRate rate, Path state, SecureRandom random) {
        SystemEpochClock clock = new SystemEpochClock();
        Identity self = Identity.load(membership);
        Federation federation = Federation.load(membership, clock);
        federation.self(self, Role.SERVER, membership);
        long memoryBytes =
                Math.clamp(Runtime.getRuntime().maxMemory() / MEMORY_SHARE, MIN_MEMORY_BYTES, MAX_MEMORY_BYTES);
        Path spool = newSpool();
        Workplace workplace = new Workplace(
                        self, federation, new Buffers(memoryBytes), memoryBytes, new SystemNanoClock(), clock, spool)
                .with(new Carriage(ChannelKind.AUTO, rate));
        Optional<OverlayRelays> overlay = relays.join().isEmpty()
                ? Optional.empty()
                : Optional.of(OverlayRelays.open(
                        self, federation, relays.join(), relays.caps(), state.resolve(GOODPUT), new SystemNanoClock()));
        RelaySource source = overlay.map(RelaySource::of).orElseGet(() -> RelaySource.of(relays.known()));
        FederationStriping service = new FederationStriping(workplace, source, state.resolve(ORDERS), random);
        service.registry().add("all transfers of this server", workplace.carriage());
        HostPresence presence =
                HostPresence.take(ControlDirectory.ofUser(), service.registry(), rate, new SystemNanoClock(), clock);
        return new StripingPlace(service, overlay, presence, spool);
    }

    @Override
    public void close() {
        presence.close();
        service.close();
        overlay.ifPresent(OverlayRelays::close);
        awaitEnd();
        try (DirectoryStream<Path> left = Files.newDirectoryStream(spool)) {
            for (Path file : left) {
                Files.delete(file);
            }
            Files.delete(spool);
        } catch (IOException e) {
            LOG.warn("the temporary directory {} stays behind", spool, e);
        }
    }

    /// Transfers that were stopped take a moment to let go of their files.
    private void awaitEnd() {
        try {
            if (!service.awaitIdle(END_NANOS)) {
                LOG.warn("transfers do not end");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static Path newSpool() {
        try {
            return Files.createTempDirectory("fsp-server-");
        } catch (IOException e) {
            throw new FspException(ErrorCode.NOT_WRITABLE, "cannot make a temporary directory: " + e.getMessage(), e);
        }
    }
}
