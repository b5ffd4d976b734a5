package org.fastsend.client.collecting;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.fastsend.client.ftp.FspVerbs;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.ftp.FtpUrl;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.files.OutputTree;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.net.ExpectedPeer;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayConnection;
import org.fastsend.core.net.RelayConnector;
import org.fastsend.core.receive.CollectJob;
import org.fastsend.core.receive.FeedSource;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Grant;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.Verb;

/// Has a server stripe something over relays and collects it from there, at once or afterwards. The ticket
/// is kept beside what came, so that the same request, made again after whatever went wrong, goes on; with
/// relays alone if the server is gone.
public final class StripedGet {
    /// Nobody knows the size beforehand.
    private static final long MAX_DIRECT_BYTES = 1L << 56;

    private final Order order;
    private final EpochClock epoch;
    private final BiFunction<Identity, Federation, Workplace> workplaces;
    private final TransferMeter meter;
    /// Whether the server was stopped while it striped what an earlier run had asked for.
    private boolean brokenOff;

    /// What is wanted.
    ///
    /// @param intoDirectory whether the destination is a directory, to be made if it is missing
    /// @param parameters of `OPTS FSP`
    /// @param direct whether this host takes blocks from the server directly, as one more target
    /// @param after whether relays are asked for blocks only when the server has striped everything
    /// @param streams parallel streams from each relay
    /// @param trusted the federation whose relays must be used, if that was said; otherwise the server's
    public record Order(
            FtpUrl url,
            Path destination,
            boolean intoDirectory,
            Map<String, String> parameters,
            boolean direct,
            boolean after,
            StreamWish streams,
            Optional<KeyHash> trusted) {
        private String source() {
            return url.toString();
        }
    }

    /// @param workplaces makes the place to work at for a holder and its federation
    public StripedGet(
            Order order,
            EpochClock epoch,
            BiFunction<Identity, Federation, Workplace> workplaces,
            TransferMeter meter) {
        this.order = order;
        this.epoch = epoch;
        this.workplaces = workplaces;
        this.meter = meter;
    }

    /// Whether an earlier run of the same order left something to go on with.
    public boolean canResume() {
        return saved().isPresent();
    }

    private Optional<SavedTicket> saved() {
        return SavedTicket.find(order.destination, order.source(), epoch.seconds());
    }

    /// Stripes, unless an earlier run has, and collects.
    ///
    /// @param server logged in; empty only if [#canResume] and it cannot be reached
    public TransferSummary run(Optional<FtpServer> server) throws InterruptedException {
        Optional<SavedTicket> earlier = saved();
        if (earlier.isEmpty()) {
            return run(server, stripe(server.orElseThrow()), earlier);
        }
        Optional<Ticket> instead;
        try {
            return run(server, earlier.get().ticket(), earlier);
        } catch (FspException e) {
            instead = insteadOf(e, server);
        }
        earlier.get().discard();
        return run(server, instead.orElseThrow(), Optional.empty());
    }

    /// Starting anew gives up what relays hold; so only if what is wanted is still at the server.
    private Optional<Ticket> insteadOf(FspException failure, Optional<FtpServer> server) {
        if (!brokenOff) {
            throw failure;
        }
        try {
            Optional<Ticket> instead = Optional.of(stripe(server.orElseThrow()));
            meter.remark("the server stopped in the middle of an earlier run; starting anew");
            return instead;
        } catch (FspException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }

    private TransferSummary run(Optional<FtpServer> server, Ticket ticket, Optional<SavedTicket> earlier)
            throws InterruptedException {
        Workplace workplace = workplaces.apply(Collection.holder(ticket, epoch), Collection.federation(ticket, epoch));
        requireTrusted(workplace.federation());
        if (order.intoDirectory) {
            Destination.prepared(order.destination);
        }
        try (OutputTree output = OutputTree.open(order.destination, ticket.transfer())) {
            SavedTicket kept =
                    earlier.orElseGet(() -> SavedTicket.save(output, order.destination, order.source(), ticket));
            Optional<ControlFeed> feed = server.map(s -> new ControlFeed(s, ticket.transfer(), meter.sender()));
            try {
                TransferSummary summary = collect(server, feed, ticket, workplace, output);
                if (!summary.troubles().isEmpty()) {
                    kept.forget(); // the next run is to ask for those files again
                }
                return summary;
            } catch (FspException e) {
                if (feed.map(ControlFeed::abandoned).orElse(false)) {
                    kept.forget(); // nobody will ever finish this one
                    throw e;
                }
                throw e.code() == ErrorCode.RELAY_FAILED ? explained(e, feed, earlier) : e;
            }
        }
    }

    /// What a person can do where relays alone do not lead to the end. To start anew gives up what they hold,
    /// perhaps the only copy: that is for the person to decide.
    private static FspException explained(
            FspException failure, Optional<ControlFeed> feed, Optional<SavedTicket> earlier) {
        Optional<FspException> lost = feed.flatMap(ControlFeed::lost);
        if (lost.isPresent()) {
            return new FspException(
                    ErrorCode.CONNECTION_LOST,
                    lost.get().getMessage() + " (relays alone do not do: " + failure.getMessage() + ")",
                    failure);
        }
        if (earlier.isEmpty()) {
            return failure;
        }
        return new FspException(
                failure.code(),
                failure.getMessage() + "; run it again when relays and server are back, or delete "
                        + earlier.get().directory() + " to start anew",
                failure);
    }

    private TransferSummary collect(
            Optional<FtpServer> server,
            Optional<ControlFeed> feed,
            Ticket ticket,
            Workplace workplace,
            OutputTree output)
            throws InterruptedException {
        List<FeedSource> first = feed.<List<FeedSource>>map(List::of).orElse(List.of());
        CollectJob job = new Collection(ticket, workplace, order.streams).job(output, first, order.after, meter);
        feed.ifPresent(following -> following.follows(job));
        Optional<RelayConnection> direct = order.direct && server.isPresent()
                ? takeDirectly(server.get(), ticket, workplace, job)
                : Optional.empty();
        try {
            TransferReport collected = job.run();
            if (feed.isPresent()) {
                feed.get().report().ifPresent(meter::release);
            }
            return Collection.summary(collected, meter).withResumedBytes(job.resumedBytes());
        } catch (FspException e) {
            brokenOff = e.code() == ErrorCode.RELAY_FAILED
                    && !job.knowsTheEnd()
                    && feed.map(ControlFeed::forgotten).orElse(false);
            throw e;
        } finally {
            direct.ifPresent(RelayConnection::close);
        }
    }

    private Ticket stripe(FtpServer server) {
        Identity holder = Identity.ephemeral();
        FspVerbs verbs = server.verbs();
        verbs.options(order.parameters);
        return Ticket.parse(verbs.stripe(holder.keyHash(), order.url.absolutePath(server.home())))
                .withHolder(holder);
    }

    private void requireTrusted(Federation federation) {
        if (order.trusted.isPresent() && !order.trusted.get().equals(federation.pin())) {
            throw new FspException(
                    ErrorCode.UNTRUSTED,
                    order.url.address() + " stripes over relays of another federation than that of --federation");
        }
    }

    /// A receiver that cannot be reached directly, or a server that cannot, is no reason to fail: relays
    /// remain.
    private Optional<RelayConnection> takeDirectly(
            FtpServer server, Ticket ticket, Workplace workplace, CollectJob job) {
        OptionalInt port = OptionalInt.empty();
        try {
            port = portForDirect(server, ticket);
            return port.isPresent()
                    ? Optional.of(connectDirectly(server, port.getAsInt(), ticket, workplace, job))
                    : Optional.empty();
        } catch (FspException e) {
            if (port.isEmpty() || !hasEnded(server, ticket)) {
                meter.sender().accept(new TransferEvent.PeerDown(-1, "the direct connection", e.getMessage()));
            }
            return Optional.empty();
        }
    }

    /// Empty if the stripe is over, and needs no further target.
    private static OptionalInt portForDirect(FtpServer server, Ticket ticket) {
        try {
            return OptionalInt.of(server.verbs().direct(ticket.transfer()));
        } catch (FspException e) {
            if (e.code() == ErrorCode.USAGE) {
                return OptionalInt.empty();
            }
            throw e;
        }
    }

    /// Whether a server that hung up did so because the stripe was over meanwhile.
    private static boolean hasEnded(FtpServer server, Ticket ticket) {
        try {
            return portForDirect(server, ticket).isEmpty();
        } catch (FspException _) {
            return false; // it is the first failure that is told
        }
    }

    private RelayConnection connectDirectly(
            FtpServer server, int port, Ticket ticket, Workplace workplace, CollectJob job) {
        LocalEnd local = LocalEnd.of(
                        workplace.self(), workplace.federation(), workplace.buffers(), epoch, new SecureRandom())
                .with(workplace.carriage());
        RelayConnection connection =
                new RelayConnector(local).connect(server.host(), port, new ExpectedPeer.InRole(Role.SERVER));
        Grant grant = new Grant(
                ticket.transfer(),
                connection.member().key(),
                workplace.self().keyHash(),
                EnumSet.of(Verb.PUT),
                MAX_DIRECT_BYTES,
                ticket.expiresEpochSeconds());
        connection.host(grant, job.directHost(), ended -> job.senderGone(ended.getMessage()));
        return connection;
    }
}
