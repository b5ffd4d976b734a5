package org.fastsend.client.sending;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.fastsend.client.ftp.FspVerbs;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.client.progress.TransferSummary.Assurance;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.Ticket;
import org.fastsend.core.net.ExpectedPeer;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.RelayConnection;
import org.fastsend.core.net.RelayConnector;
import org.fastsend.core.send.StripeJob;
import org.fastsend.core.send.StripeRequest;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.Role;

/// Stripes from here while a server collects: this host is free as soon as relays and server hold every block
/// between them. The server gets the manifest pushed over a session of its own, which may carry blocks too.
public final class StripedPut {
    private static final Executor WAITER =
            task -> Thread.ofVirtual().name("collected").start(task);

    private static final long LAST_WORDS_SECONDS = 3;

    private final Parcel parcel;
    private final Workplace workplace;
    private final TransferMeter meter;
    private final boolean direct;
    private final Map<String, String> parameters;

    /// @param workplace of a member of the federation, which signs what relays ask for
    /// @param direct whether the server takes blocks from here too, as one more target
    /// @param parameters of the server's collection, as those of `OPTS FSP` (docs/wire.md, "FTP extension")
    public StripedPut(
            Parcel parcel, Workplace workplace, TransferMeter meter, boolean direct, Map<String, String> parameters) {
        this.parcel = parcel;
        this.workplace = workplace;
        this.meter = meter;
        this.direct = direct;
        this.parameters = Map.copyOf(parameters);
    }

    /// Stripes until this host is free, and if `wait`, until the server has collected.
    ///
    /// @param directory absolute, on the server; what is sent appears in it
    public TransferSummary run(FtpServer server, String directory, boolean wait) throws InterruptedException {
        FspVerbs verbs = server.verbs();
        Ticket ticket = parcel.ticket(workplace, Optional.empty(), List.of(), Long.MAX_VALUE);
        verbs.options(parameters);
        int port = verbs.collect(directory, ticket.encode());
        CompletableFuture<TransferReport> collected = CompletableFuture.supplyAsync(
                () -> verbs.await(ticket.transfer(), wait ? meter.receiver() : StripedPut::ignore), WAITER);
        Sent sent = stripe(server.host(), port, collected);
        if (!sent.found()) {
            mustHaveEverything(collected);
        }
        parcel.forget(meter);
        meter.release(sent.report());
        if (!wait && collected.isCompletedExceptionally()) {
            sayThatItIsGone(server.address(), collected.exceptionNow());
        }
        TransferSummary summary = wait
                ? Evacuation.summary(sent.report(), withTroubles(outcome(collected)), Assurance.DIGESTS)
                : Evacuation.summary(sent.report(), meter, Assurance.NONE);
        return summary.withResumedBytes(sent.resumedBytes());
    }

    /// A server that ends the session may have collected, and says so. Otherwise it could never begin, and this host is
    /// not free.
    private static void mustHaveEverything(CompletableFuture<TransferReport> collected) throws InterruptedException {
        try {
            outcome(collected);
        } catch (FspException e) {
            throw new FspException(
                    e.code(), "the server knows of no relay and has not collected: " + e.getMessage(), e);
        }
    }

    /// A server keeps what it was asked to collect, so nothing is lost; but whoever sent should know.
    private void sayThatItIsGone(String server, Throwable cause) {
        String reason = Objects.requireNonNullElse(cause.getMessage(), cause.toString());
        String whenBack = "lost sight of it (" + reason + "); it goes on collecting from the relays when it runs again";
        meter.sender().accept(new TransferEvent.PeerDown(-1, server, whenBack));
    }

    /// How the stripe ended, and how much of it an earlier run had done.
    ///
    /// @param found whether the server has the manifest, or knows a relay that has it
    private record Sent(TransferReport report, long resumedBytes, boolean found) {}

    private Sent stripe(String host, int port, CompletableFuture<TransferReport> collected)
            throws InterruptedException {
        try {
            return stripe(host, port);
        } catch (FspException e) {
            throw cause(e, collected);
        }
    }

    /// Why a stripe failed. Of a server that ended it, this end sees no more than that a session is gone; the
    /// server says why, on its other connection and a moment later.
    static FspException cause(FspException seen, CompletableFuture<TransferReport> collected)
            throws InterruptedException {
        if (seen.code() != ErrorCode.CONNECTION_LOST) {
            return seen;
        }
        try {
            collected.get(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
            return seen;
        } catch (ExecutionException e) {
            return e.getCause() instanceof FspException said ? said : seen;
        } catch (TimeoutException _) {
            return seen;
        }
    }

    private Sent stripe(String host, int port) throws InterruptedException {
        LocalEnd local = LocalEnd.of(
                        workplace.self(),
                        workplace.federation(),
                        workplace.buffers(),
                        workplace.epoch(),
                        new SecureRandom())
                .with(workplace.carriage());
        try (RelayConnection receiver =
                new RelayConnector(local).connect(host, port, new ExpectedPeer.InRole(Role.SERVER))) {
            KeyHash key = receiver.member().key();
            return stripe(receiver, key, parcel.request(new StripeRequest.Reader(key, true)));
        }
    }

    private Sent stripe(RelayConnection receiver, KeyHash key, StripeRequest request) throws InterruptedException {
        try (StripeJob job =
                new StripeJob(request, parcel.relays(), parcel.state(), workplace, new UntilReleased(meter.sender()))) {
            BlockChannel channel = receiver.open(
                    request.transfer(),
                    Optional.empty(),
                    (BlockChannel opened) -> direct ? job.direct(receiver.peer(), key, opened) : new FeedOnly());
            job.pushManifest(channel);
            TransferReport report = job.run();
            return new Sent(report, job.resumedBytes(), job.receiverFindsManifest());
        }
    }

    private static TransferReport outcome(CompletableFuture<TransferReport> collected) throws InterruptedException {
        try {
            return collected.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof FspException named) {
                throw named;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private TransferMeter withTroubles(TransferReport collected) {
        collected.troubles().forEach(trouble -> {
            int colon = trouble.indexOf(": ");
            meter.receiver()
                    .accept(new TransferEvent.FileTrouble(
                            colon < 0 ? trouble : trouble.substring(0, colon),
                            colon < 0 ? "the server could not write it" : trouble.substring(colon + 2)));
        });
        return meter;
    }

    private static void ignore(TransferEvent event) {
        // the collection goes on without us, and so does its report
    }

    /// For a channel that carries the manifest and no blocks.
    private final class FeedOnly implements ChannelListener {
        @Override
        public void onStored(int number) {
            // nothing is put
        }

        @Override
        public void onBlock(SealedBlock block) {
            workplace.buffers().give(block.bytes());
        }

        @Override
        public void onRefused(int number, Refusal refusal, String reason) {
            // nothing is put
        }

        @Override
        public void onBad(int number, String reason) {
            // nothing is asked for
        }

        @Override
        public void onLost(int number, String reason) {
            // nothing is put
        }

        @Override
        public void onDown(FspException cause) {
            // the server has all it wants, or finds the rest on relays
        }
    }
}
