package org.fastsend.core.net;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import javax.net.ssl.ExtendedSSLSession;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.KeyHash;
import org.fastsend.core.trust.VerifyingKey;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.SessionId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An authorized session with one peer for one transfer: the TLS connection, the data streams, and
/// whichever halves this end plays, asking ({@link TcpBlockChannel}), hosting ({@link Serving}) or both.
/// Its one lock guards everything mutable of the session, its streams and its queues; nothing that may
/// block, no host and no listener is ever called under it.
final class Session {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    /// How long a peer has to take the goodbye, and then to close.
    static final Duration LAST_WORDS = Duration.ofSeconds(1);

    /// Who the two ends are and what they agreed on.
    ///
    /// @param peer as messages name it
    /// @param peerKey what the peer's signatures are checked with
    /// @param peerAddress where the peer is
    /// @param peersMaxBlockBytes of the largest sealed block that the peer takes
    record Terms(
            SessionId id,
            TransferId transfer,
            String peer,
            VerifyingKey peerKey,
            InetAddress peerAddress,
            long peersMaxBlockBytes) {}

    private final LocalEnd local;
    private final Terms terms;
    private final SessionLink link;
    private final ReentrantLock lock = new ReentrantLock();
    private final NanoClock clock = new SystemNanoClock();
    private final SessionStreams streams;
    private final SessionClerk clerk;
    private final SessionReader reader;
    private final SessionWatch watch;
    /// The peer's part of the memory for what it puts, and for what it asks for: others are to be served
    /// meanwhile.
    private final Buffers puts;
    private final Buffers gets;
    private Optional<TcpBlockChannel> channel = Optional.empty();
    private Optional<Serving> serving = Optional.empty();
    private Consumer<FspException> whenEnded = cause -> {};
    private Optional<FspException> end = Optional.empty();

    Session(LocalEnd local, Terms terms, SessionLink link) {
        this.local = local;
        this.terms = terms;
        this.link = link;
        this.puts = local.buffers().part();
        this.gets = local.served().part();
        this.streams = new SessionStreams(this);
        this.clerk = new SessionClerk(this, link);
        this.reader = new SessionReader(this, link);
        this.watch = new SessionWatch(this);
    }

    /// This end asks. Before {@link #start}.
    TcpBlockChannel ask() {
        TcpBlockChannel asking = new TcpBlockChannel(this, terms.peerKey());
        channel = Optional.of(asking);
        return asking;
    }

    /// This end hosts. Before {@link #start}.
    void serve(Serving what) {
        serving = Optional.of(what);
    }

    /// Each is called once, in turn, as the very last thing of the session. Before {@link #start}.
    void whenEnded(Consumer<FspException> then) {
        whenEnded = whenEnded.andThen(then);
    }

    void start() {
        lock.lock();
        try {
            clerk.start();
            reader.start();
            watch.start();
            streams.start();
        } finally {
            lock.unlock();
        }
    }

    ReentrantLock lock() {
        return lock;
    }

    LocalEnd local() {
        return local;
    }

    /// Memory for blocks that the peer puts here.
    Buffers puts() {
        return puts;
    }

    /// Memory for blocks that the peer asks for.
    Buffers gets() {
        return gets;
    }

    String peer() {
        return terms.peer();
    }

    InetAddress peerAddress() {
        return terms.peerAddress();
    }

    KeyHash peerKey() {
        return terms.peerKey().hash();
    }

    TransferId transfer() {
        return terms.transfer();
    }

    long peersMaxBlockBytes() {
        return terms.peersMaxBlockBytes();
    }

    SessionId id() {
        return terms.id();
    }

    ExtendedSSLSession tlsSession() {
        return link.tlsSession();
    }

    /// Whether the peer may be asked to keep room.
    boolean peerReserves() {
        return link.speaksCurrentEdition();
    }

    Optional<TcpBlockChannel> channel() {
        return channel;
    }

    Optional<Serving> serving() {
        return serving;
    }

    SessionStreams streams() {
        return streams;
    }

    /// What its pings are timed with.
    NanoClock clock() {
        return clock;
    }

    /// Something authentic came from the peer.
    void heard() {
        watch.heard();
    }

    /// Makes the peer say that it is there, and what has come to it; its answer tells when it was asked.
    void ping() {
        send(new SessionFrame.Ping(clock.nanos()));
    }

    /// Queues a frame for the session's own connection.
    void send(SessionFrame frame) {
        clerk.send(frame);
    }

    /// A frame has left.
    void sent(SessionFrame frame) {
        reader.sent(frame);
    }

    /// Under the lock.
    void wakeClerk() {
        clerk.wake();
    }

    /// Under the lock.
    boolean hasEnded() {
        return end.isPresent();
    }

    /// Forgets a session that was never started.
    void discard(Exception cause) {
        whenEnded.accept(NetFailures.lost(peer(), cause));
    }

    /// Ends the session from this end, in peace.
    void close() {
        end(
                new FspException(ErrorCode.CONNECTION_LOST, "the session with " + peer() + " was closed here"),
                new SessionFrame.Goodbye(SessionFrame.Goodbye.IN_PEACE, "all is done"));
    }

    /// Ends the session because something failed; the first cause counts. Does not wait.
    void end(Exception cause) {
        end(NetFailures.lost(peer(), cause), new SessionFrame.Goodbye(Refusal.FAILED, NetFailures.text(cause)));
    }

    private void end(FspException cause, SessionFrame.Goodbye lastWord) {
        lock.lock();
        try {
            if (end.isPresent()) {
                return;
            }
            end = Optional.of(cause);
            NetFailures.logMistake(LOG, "session with " + peer(), cause.getCause());
            LOG.debug("session {} with {} ends", id(), peer(), cause);
            streams.close();
            reader.close();
            watch.close();
            Thread.ofVirtual().name("fsp-session-end " + peer()).start(() -> bury(cause, lastWord));
        } finally {
            lock.unlock();
        }
    }

    /// Waits for every thread that may still call the listener or hold a buffer, and only then says that it
    /// is over.
    private void bury(FspException cause, SessionFrame.Goodbye lastWord) {
        try {
            channel.ifPresent(TcpBlockChannel::closeQueue);
            clerk.finish(lastWord);
            link.endOutput();
            reader.join(LAST_WORDS); // closing with something unread would take back the goodbye
            link.close();
            List<DataStream> open = streams.all();
            open.forEach(stream -> stream.close(cause));
            for (DataStream stream : open) {
                stream.join();
            }
            clerk.join();
            reader.join();
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts the end of a session", e);
        } finally {
            try {
                channel.ifPresent(asking -> asking.down(cause));
            } finally {
                whenEnded.accept(cause);
            }
        }
    }
}
