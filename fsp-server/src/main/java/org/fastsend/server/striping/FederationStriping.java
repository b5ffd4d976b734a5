package org.fastsend.server.striping;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.control.TransferRegistry;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.files.AnchoredPath;
import org.fastsend.core.files.SourceRoots;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.overlay.net.Receiver;
import org.fastsend.overlay.select.Bounds;
import org.fastsend.server.auth.User;
import org.fastsend.server.files.RootedTree;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stripes and collects for real, as a member of a federation. Thread-safe. Transfers outlive the sessions that
/// asked for them; the last [#MAX_ENDED] that ended can still be asked about.
public final class FederationStriping implements StripingService, AutoCloseable {
    /// Transfers at a time: each has threads and a share of the memory for blocks.
    static final int MAX_RUNNING = 16;

    static final int MAX_ENDED = 64;

    private static final long GIVE_WAY_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final Logger LOG = LoggerFactory.getLogger(FederationStriping.class);

    private final Workplace workplace;
    private final RelaySource relays;
    private final OrderBook orders;
    private final SecureRandom random;
    private final TransferRegistry registry =
            new TransferRegistry(String.valueOf(ProcessHandle.current().pid()));
    private final Retries retries = new Retries();
    private final Map<Key, Housed> transfers = new LinkedHashMap<>();

    /// A transfer belongs to the user who asked for it.
    private record Key(String user, TransferId transfer) {}

    /// Made with the relays that are used when a client names none, and the directory where collections that are
    /// not finished are written down; those that stand there are gone on with.
    public FederationStriping(Workplace workplace, RelaySource relays, Path orders, SecureRandom random) {
        this.workplace = workplace;
        this.relays = relays;
        this.orders = new OrderBook(orders);
        this.random = random;
        this.orders.all().forEach(this::resume);
    }

    @Override
    public StripedTransfer stripe(String user, AnchoredPath source, StripeOptions options, Recipient recipient) {
        TransferId id = new TransferId(random.nextLong(), random.nextLong());
        StripeRequest request = new StripeRequest(
                id,
                TransferKey.random(random),
                roots(source),
                options.shape(),
                new StripeRequest.Reader(recipient.key(), true),
                StripeRequest.DEFAULT_LEASE_SECONDS);
        Workplace place = place(options.travel());
        RelayDirectory directory = directory(user, source.path(), options.placing(), recipient);
        Sending sending = new Sending(user, request, directory, place);
        beginOrClose(new Key(user, id), sending, place, registry.add("stripe " + source.path(), place.carriage()));
        return sending;
    }

    /// The user's own root is `/` to the user: what it is called here is nobody's business.
    private static SourceRoots roots(AnchoredPath source) {
        boolean named = !source.way().toString().isEmpty();
        return new SourceRoots(List.of(source), named, name -> name.startsWith(RootedTree.UPLOAD_PREFIX));
    }

    @Override
    public RunningTransfer collect(String user, AnchoredPath destination, StripeOptions options, Ticket ticket) {
        if (!ticket.authority().equals(workplace.federation().authority())) {
            throw new FspException(ErrorCode.UNTRUSTED, "the ticket is of another federation than this server's");
        }
        CollectionOrder order = new CollectionOrder(
                user, ticket, destination, options.shape().streams(), options.travel(), options.collectsAfter());
        Key key = new Key(user, ticket.transfer());
        makeWay(key, order);
        Workplace place = place(options.travel());
        Receiving receiving = new Receiving(order, place);
        beginOrClose(key, receiving, place, registered(order, place));
        try {
            orders.enter(order);
        } catch (FspException e) {
            receiving.stop(e.getMessage());
            throw e;
        }
        return receiving;
    }

    /// A sender that was broken off comes back before its collection here has given it up: that one ends, and what it
    /// has collected counts.
    private synchronized void makeWay(Key key, CollectionOrder order) {
        if (transfers.get(key) instanceof Receiving earlier && order.continues(earlier.order())) {
            earlier.stop("its sender has come back, and another collection goes on with it");
            try {
                await(() -> earlier.story().isEnded(), GIVE_WAY_NANOS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // what follows finds it running, and says so
            }
        }
    }

    @Override
    public synchronized Optional<RunningTransfer> find(String user, TransferId transfer) {
        return Optional.ofNullable(transfers.get(new Key(user, transfer)));
    }

    @Override
    public OptionalInt probePort() {
        return relays.probePort();
    }

    /// The transfers that run here, for `fsp transfers`.
    public TransferRegistry registry() {
        return registry;
    }

    /// Waits until no transfer runs, at most so long; true if none does.
    public synchronized boolean awaitIdle(long timeoutNanos) throws InterruptedException {
        return await(() -> running() == 0, timeoutNanos);
    }

    private synchronized boolean await(BooleanSupplier reached, long timeoutNanos) throws InterruptedException {
        long end = workplace.clock().nanos() + timeoutNanos;
        for (long left = timeoutNanos;
                !reached.getAsBoolean() && left > 0;
                left = end - workplace.clock().nanos()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return reached.getAsBoolean();
    }

    /// Breaks off what still runs.
    @Override
    public synchronized void close() {
        retries.close();
        transfers.values().forEach(transfer -> transfer.stop("the server is shutting down"));
    }

    /// Where a transfer works that shall travel so; what the server allows itself is the bound. One that
    /// is stuck, or whose sender puts here what no manifest names, keeps no memory from the others.
    private Workplace place(Travel travel) {
        return workplace.part().with(travel.within(workplace.carriage()));
    }

    private RelayDirectory directory(String user, Path source, Placing placing, Recipient recipient) {
        Receiver receiver = placing.receiver(recipient.address());
        Optional<List<RelayAddress>> named = placing.relays();
        if (named.isEmpty()) {
            return relays.directory(placing.bounds(), receiver, List.of(source));
        }
        if (user.equals(User.ANONYMOUS.name())
                && !relays.directory(Bounds.ANYWHERE, receiver, List.of(source))
                        .relays()
                        .containsAll(named.get())) {
            // Whoever it is must not make this server connect to places of their choice.
            throw new FspException(
                    ErrorCode.LOGIN_REFUSED, "anonymous users cannot name relays; log in, or leave them out");
        }
        return named::get;
    }

    private TransferRegistry.Registration registered(CollectionOrder order, Workplace place) {
        return registry.add("collect " + order.destination().path(), place.carriage());
    }

    private void beginOrClose(Key key, Housed transfer, Workplace place, TransferRegistry.Registration registration) {
        try {
            begin(key, transfer, place, registration);
        } catch (FspException e) {
            registration.close();
            transfer.close();
            throw e;
        }
    }

    private synchronized void begin(
            Key key, Housed transfer, Workplace place, TransferRegistry.Registration registration) {
        Housed known = transfers.get(key);
        if (known != null && !known.story().isEnded()) {
            throw new FspException(ErrorCode.USAGE, "transfer " + key.transfer() + " is running here already");
        }
        if (running() >= MAX_RUNNING) {
            throw new FspException(ErrorCode.CONNECT_REFUSED, "too many transfers are running; try again later");
        }
        if (known != null) {
            known.close();
        }
        transfers.remove(key);
        forgetOldest();
        transfers.put(key, transfer);
        try {
            transfer.start(() -> {
                registration.close();
                place.buffers().abandon();
                ended(transfer);
            });
        } catch (OutOfMemoryError e) { // no further thread, mostly
            transfers.remove(key);
            throw new FspException(ErrorCode.CONNECT_REFUSED, "no thread for it; try again later", e);
        }
    }

    private void forgetOldest() {
        var ended = transfers.values().stream()
                .filter(transfer -> transfer.story().isEnded())
                .toList();
        ended.subList(0, Math.max(0, ended.size() - MAX_ENDED + 1)).forEach(transfer -> {
            transfers.values().remove(transfer);
            transfer.close();
        });
    }

    private void ended(Housed transfer) {
        if (transfer instanceof Receiving receiving) {
            settle(receiving);
        }
        synchronized (this) {
            notifyAll();
        }
    }

    /// What was collected is struck from the book. What failed is tried again until its lease ends: the sender may
    /// have been released long ago, and relays come back.
    private void settle(Receiving receiving) {
        CollectionOrder order = receiving.order();
        TransferId transfer = order.ticket().transfer();
        boolean expired =
                order.ticket().expiresEpochSeconds() <= workplace.epoch().seconds();
        if (receiving.story().end().orElseThrow() instanceof Chapter.Failed && !expired) {
            retries.later(transfer, () -> resume(order));
        } else {
            orders.strike(transfer);
            retries.forget(transfer);
        }
    }

    private void resume(CollectionOrder order) {
        if (!orders.holds(order) || isRunning(order)) {
            return; // its sender came back meanwhile
        }
        try {
            Workplace place = place(order.travel());
            Receiving receiving = new Receiving(order, place);
            beginOrClose(new Key(order.user(), order.ticket().transfer()), receiving, place, registered(order, place));
            receiving.senderIsGone("the server goes on without the sender");
        } catch (FspException e) {
            LOG.warn("collect transfer={} cannot go on: {}", order.ticket().transfer(), e.getMessage());
            retries.later(order.ticket().transfer(), () -> resume(order));
        }
    }

    private synchronized boolean isRunning(CollectionOrder order) {
        Housed known = transfers.get(new Key(order.user(), order.ticket().transfer()));
        return known != null && !known.story().isEnded();
    }

    private long running() {
        return transfers.values().stream()
                .filter(transfer -> !transfer.story().isEnded())
                .count();
    }
}
