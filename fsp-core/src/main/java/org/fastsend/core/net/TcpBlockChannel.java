package org.fastsend.core.net;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.trust.Receipt;
import org.fastsend.core.trust.VerifyingKey;
import org.fastsend.core.wire.SessionFrame;
import org.jspecify.annotations.Nullable;

/// The asking half of a session. Its asks wait in one bounded queue until a stream takes them.
final class TcpBlockChannel implements BlockChannel {
    /// Why an ask that nobody wants any more is reported lost.
    static final String CANCELLED = "cancelled";

    private final Session session;
    private final ReentrantLock lock;
    private final Asks asks = new Asks();
    private final Requests requests;
    private final PutGate gate;
    private final NanoClock clock;
    private volatile @Nullable Echo echo;
    private @Nullable ChannelListener listener;

    TcpBlockChannel(Session session, VerifyingKey peerKey) {
        this.session = session;
        this.lock = session.lock();
        this.clock = session.clock();
        this.requests = new Requests(session, session.transfer(), peerKey);
        this.gate = new PutGate(lock, clock);
    }

    /// Before the session starts.
    void listener(ChannelListener listener) {
        this.listener = listener;
    }

    ChannelListener listener() {
        return Objects.requireNonNull(listener, "the session starts only once it has a listener");
    }

    Requests requests() {
        return requests;
    }

    @Override
    public String peer() {
        return session.peer();
    }

    @Override
    public long maxBlockBytes() {
        return session.peersMaxBlockBytes();
    }

    @Override
    public Offer put(SealedBlock block) {
        if (!block.header().transfer().equals(session.transfer())) {
            throw new IllegalArgumentException("block " + block.number() + " is of transfer "
                    + block.header().transfer() + ", the channel serves " + session.transfer());
        }
        return offer(Ask.put(block));
    }

    @Override
    public Offer get(int number) {
        return offer(Ask.get(number));
    }

    @Override
    public void cancel(int number) {
        lock.lock();
        try {
            asks.cancel(number).ifPresent(ask -> {
                if (ask.state() == Ask.State.ASKED && !ask.isPut()) {
                    ask.stream().ifPresent(asker -> asker.cancel(number));
                }
            });
            session.wakeClerk();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public CompletableFuture<Void> appendFeed(FeedEntry entry) {
        return requests.append(entry);
    }

    @Override
    public CompletableFuture<List<FeedEntry>> readFeed(long fromSequence) {
        return requests.readFeed(fromSequence);
    }

    @Override
    public CompletableFuture<Receipt> release() {
        return requests.release();
    }

    @Override
    public CompletableFuture<Receipt> confirm(List<Integer> blocks) {
        return requests.confirm(blocks);
    }

    @Override
    public CompletableFuture<Void> drop() {
        return requests.drop();
    }

    @Override
    public CompletableFuture<Long> reserve(long bytes) {
        return requests.reserve(bytes);
    }

    @Override
    public void streams(StreamWish wish) {
        if (wish.count() > TcpLimits.MAX_STREAMS) {
            throw new IllegalArgumentException("1 to " + TcpLimits.MAX_STREAMS + " streams, not " + wish.count());
        }
        session.streams().wish(wish);
    }

    @Override
    public long bytesInFlight() {
        lock.lock();
        try {
            return asks.bytesInFlight();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long bytesSent() {
        return gate.bytesSent();
    }

    @Override
    public Optional<Echo> echo() {
        return Optional.ofNullable(echo);
    }

    @Override
    public void ping() {
        session.ping();
    }

    /// The peer has answered a ping.
    void echoed(SessionFrame.Pong pong) {
        long nowNanos = clock.nanos();
        echo = new Echo(nowNanos, pong.arrivedBytes());
        gate.arrived(pong.arrivedBytes(), nowNanos - pong.token());
    }

    @Override
    public void hold(boolean held) {
        gate.hold(held);
    }

    @Override
    public void close() {
        session.close();
    }

    /// Where the bytes of puts leave.
    PutGate gate() {
        return gate;
    }

    /// What a stream may ask next; under the session's lock.
    Optional<Ask> nextAsk(StreamAsker stream) {
        Optional<Ask> next = asks.next(stream, session.streams().fewestGets());
        if (next.isPresent() && asks.hasQueued()) {
            session.streams().wakeWriters(); // this stream is busy now, or no longer the one with the fewest gets
        }
        return next;
    }

    /// The listener is about to hear of it; under the session's lock.
    void end(Ask ask) {
        asks.end(ask);
    }

    /// Clerk: reports what was cancelled before any stream took it.
    boolean hasCancelled() {
        return asks.hasCancelled();
    }

    /// Clerk.
    void reportCancelled() {
        while (true) {
            Optional<Ask> ask;
            lock.lock();
            try {
                ask = asks.nextCancelled();
            } finally {
                lock.unlock();
            }
            if (ask.isEmpty()) {
                return;
            }
            listener().onLost(ask.get().number(), CANCELLED);
        }
    }

    /// What is wrong with a block that came as {@code number}; empty if nothing is.
    Optional<String> faultOf(SealedBlock block, int number) {
        if (!block.header().transfer().equals(session.transfer())) {
            return Optional.of("block " + block.number() + " of another transfer came as block " + number);
        }
        if (block.number() != number) {
            return Optional.of("block " + block.number() + " came as block " + number);
        }
        return block.checksumHolds() ? Optional.empty() : Optional.of("block " + number + " fails its checksum");
    }

    /// Nothing more is accepted.
    void closeQueue() {
        lock.lock();
        try {
            asks.close();
            gate.open();
        } finally {
            lock.unlock();
        }
    }

    /// After all threads of the session have ended: the last words to the listener and to whoever waits for
    /// a request.
    void down(FspException cause) {
        List<Ask> unanswered;
        lock.lock();
        try {
            unanswered = asks.drain();
        } finally {
            lock.unlock();
        }
        unanswered.forEach(ask -> listener().onLost(ask.number(), cause.getMessage()));
        requests.close(cause);
        listener().onDown(cause);
    }

    private Offer offer(Ask ask) {
        lock.lock();
        try {
            Offer offer = asks.offer(ask);
            if (offer == Offer.ACCEPTED) {
                session.streams().wakeWriters();
            }
            return offer;
        } finally {
            lock.unlock();
        }
    }
}
