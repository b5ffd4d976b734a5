package org.fastsend.core.net;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.RequestRefusedException;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Receipt;
import org.fastsend.core.trust.TrustException;
import org.fastsend.core.trust.VerifyingKey;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.SessionFrame;

/// The requests of a channel that travel on the session itself, and the futures of whoever waits for them.
/// Thread-safe. Futures are completed on the session's threads, so what hangs on them must not block.
final class Requests {
    /// Who waits for which kind of answer.
    private sealed interface Waiting {
        CompletableFuture<?> future();

        record ForDone(CompletableFuture<Void> future) implements Waiting {}

        record ForFeed(CompletableFuture<List<FeedEntry>> future) implements Waiting {}

        record ForReceipt(CompletableFuture<Receipt> future) implements Waiting {}

        /// @param bytes that were asked for
        record ForRoom(CompletableFuture<Long> future, long bytes) implements Waiting {}
    }

    private final Session session;
    private final TransferId transfer;
    private final VerifyingKey peerKey;
    private final Map<Integer, Waiting> waiting = new HashMap<>();
    private int nextRequest;
    private Optional<FspException> closed = Optional.empty();

    /// @param peerKey what the peer's receipts are checked with
    Requests(Session session, TransferId transfer, VerifyingKey peerKey) {
        this.session = session;
        this.transfer = transfer;
        this.peerKey = peerKey;
    }

    CompletableFuture<Void> append(FeedEntry entry) {
        var future = new CompletableFuture<Void>();
        ask(new Waiting.ForDone(future), request -> new SessionFrame.Append(request, entry));
        return future;
    }

    CompletableFuture<List<FeedEntry>> readFeed(long fromSequence) {
        var future = new CompletableFuture<List<FeedEntry>>();
        ask(new Waiting.ForFeed(future), request -> new SessionFrame.ReadFeed(request, fromSequence));
        return future;
    }

    CompletableFuture<Receipt> release() {
        var future = new CompletableFuture<Receipt>();
        ask(new Waiting.ForReceipt(future), SessionFrame.Release::new);
        return future;
    }

    CompletableFuture<Receipt> confirm(List<Integer> blocks) {
        var future = new CompletableFuture<Receipt>();
        ask(new Waiting.ForReceipt(future), request -> new SessionFrame.Confirm(request, blocks));
        return future;
    }

    CompletableFuture<Void> drop() {
        var future = new CompletableFuture<Void>();
        ask(new Waiting.ForDone(future), SessionFrame.Drop::new);
        return future;
    }

    /// A peer of an earlier edition is not asked: it would end the session at a frame that it does not
    /// know.
    CompletableFuture<Long> reserve(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("room for " + bytes + " bytes cannot be kept");
        }
        var future = new CompletableFuture<Long>();
        if (session.peerReserves()) {
            ask(new Waiting.ForRoom(future, bytes), request -> new SessionFrame.Reserve(request, bytes));
        } else {
            future.completeExceptionally(
                    new RequestRefusedException(Refusal.FAILED, session.peer() + " knows no reservations"));
        }
        return future;
    }

    void done(SessionFrame.Done frame) throws ProtocolException {
        if (!(answered(frame.request()) instanceof Waiting.ForDone(var future))) {
            throw unexpected(frame);
        }
        future.complete(null);
    }

    void failed(SessionFrame.Failed frame) throws ProtocolException {
        answered(frame.request())
                .future()
                .completeExceptionally(
                        new RequestRefusedException(frame.refusal(), session.peer() + " refused: " + frame.reason()));
    }

    void feed(SessionFrame.Feed frame) throws ProtocolException {
        if (!(answered(frame.request()) instanceof Waiting.ForFeed(var future))) {
            throw unexpected(frame);
        }
        future.complete(frame.entries());
    }

    void reserved(SessionFrame.Reserved frame) throws ProtocolException {
        if (!(answered(frame.request()) instanceof Waiting.ForRoom(var future, long asked))) {
            throw unexpected(frame);
        }
        future.complete(Math.min(asked, frame.bytes()));
    }

    /// A receipt counts only if the peer itself signed it, for this transfer.
    void receipt(SessionFrame.Receipted frame) throws ProtocolException {
        if (!(answered(frame.request()) instanceof Waiting.ForReceipt(var future))) {
            throw unexpected(frame);
        }
        try {
            Receipt receipt = Receipt.decode(frame.receipt());
            receipt.verify(peerKey);
            if (!receipt.transfer().equals(transfer)) {
                throw new TrustException("the receipt is of another transfer");
            }
            future.complete(receipt);
        } catch (TrustException e) {
            future.completeExceptionally(new RequestRefusedException(
                    Refusal.FAILED, session.peer() + " gave no receipt: " + e.getMessage()));
        }
    }

    /// Fails whatever is and will be asked.
    void close(FspException cause) {
        List<Waiting> unanswered;
        synchronized (this) {
            closed = Optional.of(cause);
            unanswered = new ArrayList<>(waiting.values());
            waiting.clear();
        }
        unanswered.forEach(one -> one.future().completeExceptionally(cause));
    }

    private void ask(Waiting asker, IntFunction<SessionFrame> frame) {
        Optional<Exception> refused;
        synchronized (this) {
            refused = refusal();
            if (refused.isEmpty()) {
                int request = nextRequest;
                nextRequest = nextRequest == Integer.MAX_VALUE ? 0 : nextRequest + 1;
                waiting.put(request, asker);
                session.send(frame.apply(request)); // within the lock: entries go out in the order of their appends
            }
        }
        refused.ifPresent(asker.future()::completeExceptionally);
    }

    private Optional<Exception> refusal() {
        if (closed.isPresent()) {
            return Optional.of(closed.get());
        }
        return waiting.size() < TcpLimits.MAX_REQUESTS_ASKED
                ? Optional.empty()
                : Optional.of(new RequestRefusedException(
                        Refusal.BUSY,
                        TcpLimits.MAX_REQUESTS_ASKED + " requests to " + session.peer() + " are unanswered"));
    }

    private synchronized Waiting answered(int request) throws ProtocolException {
        Waiting asker = waiting.remove(request);
        if (asker == null) {
            throw new ProtocolException("an answer to request " + request + " came, which was not made");
        }
        return asker;
    }

    private static ProtocolException unexpected(SessionFrame frame) {
        return new ProtocolException("the wrong kind of answer came: " + frame);
    }
}
