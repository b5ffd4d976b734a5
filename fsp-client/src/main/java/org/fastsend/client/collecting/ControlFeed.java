package org.fastsend.client.collecting;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.fastsend.client.ftp.FollowFeed;
import org.fastsend.client.ftp.FtpServer;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.event.TransferReport;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.receive.CollectJob;
import org.fastsend.core.receive.FeedSource;
import org.jspecify.annotations.Nullable;

/// The manifest as the striping server tells it over the control connection, which belongs to this from the
/// first entry on. Where it breaks off, other ways go on.
final class ControlFeed implements FeedSource {
    private static final Duration STEP = Duration.ofSeconds(1);
    /// Between the manifest's last entry and the server's report on it lies nothing but the way.
    private static final Duration REPORT_PATIENCE = Duration.ofSeconds(10);

    private final FtpServer server;
    private final TransferId transfer;
    private final Consumer<TransferEvent> listener;
    private volatile @Nullable FollowFeed feed;
    private volatile @Nullable CollectJob job;
    private volatile boolean abandoned;
    private volatile boolean forgotten;
    private volatile Optional<FspException> lost = Optional.empty();

    ControlFeed(FtpServer server, TransferId transfer, Consumer<TransferEvent> listener) {
        this.server = server;
        this.transfer = transfer;
        this.listener = listener;
    }

    /// Whom to tell when the server gives the stripe up: then no other way leads to the end either.
    void follows(CollectJob collecting) {
        job = collecting;
    }

    /// Whether the server has given the stripe up.
    boolean abandoned() {
        return abandoned;
    }

    /// Whether the server knows nothing of the transfer any more: it was started again since.
    boolean forgotten() {
        return forgotten;
    }

    /// Why the server was lost while it was striping, if it was.
    Optional<FspException> lost() {
        return lost;
    }

    @Override
    public String name() {
        return "the server " + server.address();
    }

    @Override
    public void follow(long fromSequence, Predicate<FeedEntry> entries) throws InterruptedException {
        if (feed != null) {
            throw new FspException(ErrorCode.CONNECTION_LOST, name() + " has told all that it could");
        }
        FollowFeed following = begin(fromSequence);
        feed = following;
        while (following.ended().isEmpty()) {
            Optional<FeedEntry> entry = next(following);
            if (entry.isPresent() && !entries.test(entry.get())) {
                return;
            }
        }
        throw new FspException(ErrorCode.PROTOCOL, name() + " ended the manifest before its end");
    }

    private FollowFeed begin(long fromSequence) {
        try {
            return server.verbs().follow(transfer, fromSequence, listener);
        } catch (FspException e) {
            forgotten = e.code() == ErrorCode.MISSING_PATH;
            throw e;
        }
    }

    private Optional<FeedEntry> next(FollowFeed following) throws InterruptedException {
        try {
            return following.next(STEP);
        } catch (FspException e) {
            CollectJob collecting = job;
            lost = Optional.of(e);
            if (e.code() != ErrorCode.CONNECTION_LOST && e.code() != ErrorCode.PROTOCOL && collecting != null) {
                abandoned = true;
                collecting.giveUp(e);
            }
            throw e;
        }
    }

    /// What the server reports after the manifest's end; empty if the connection broke, or was not used.
    Optional<TransferReport> report() throws InterruptedException {
        FollowFeed following = feed;
        if (following == null) {
            return Optional.empty();
        }
        try {
            Optional<FeedEntry> surplus = following.next(REPORT_PATIENCE);
            return surplus.isPresent() ? Optional.empty() : following.ended();
        } catch (FspException e) {
            return Optional.empty(); // the collection is whole without it
        }
    }
}
