package org.fastsend.core.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The initiator's hand that keeps as many data streams open as either end wishes, on the carrier that its
/// {@link ChannelTrial} prefers. A stream that breaks is opened again, after a pause that doubles with each stream
/// in a row that was of no use; after so many the peer counts as unreachable.
final class StreamOpener {
    private static final Logger LOG = LoggerFactory.getLogger(StreamOpener.class);
    /// Of the first stream; whoever may use UDP asks for it over UDP, together with the authorization.
    static final int FIRST_NUMBER = 0;

    private static final int MAX_DOUBLINGS = 5;
    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();
    /// A stream over UDP that does not open has been waited for longer, and was named by the person.
    private static final int VAIN_PER_UDP_STREAM = 3;
    /// The loser of a trial gets so long to answer what it was asked; then the winner does.
    private static final long GRACE_NANOS = Duration.ofSeconds(4).toNanos();

    private final Session session;
    private final Condition ended;
    private final ChannelTrial trial;
    private final UdpDialer udp;
    private final TcpDialer tcp;
    private final NanoClock clock = new SystemNanoClock();

    // Guarded by the session's lock.
    private final Map<Carrier, Integer> opening = new EnumMap<>(Carrier.class);
    private int ownWish;
    private int peersWish;
    private int nextNumber = FIRST_NUMBER;
    private int vain;
    private boolean watching;
    private final Map<Carrier, Long> unwantedSinceNanos = new EnumMap<>(Carrier.class);

    /// @param rttNanos of the session's connection
    /// @param udpAsked whether the first stream was asked for over UDP already
    /// @param ownWish streams to open from the start
    StreamOpener(Session session, InetSocketAddress acceptor, long rttNanos, boolean udpAsked, int ownWish) {
        this.session = session;
        this.ownWish = ownWish;
        this.ended = session.lock().newCondition();
        this.trial = ChannelTrial.towards(acceptor, session.local().carriage().kind(), rttNanos);
        this.udp = new UdpDialer(session, acceptor);
        this.tcp = new TcpDialer(session, acceptor);
        if (udpAsked) {
            udp.asked(FIRST_NUMBER);
        }
    }

    /// Under the session's lock.
    void ownWish(int count) {
        ownWish = count;
        openMissing();
    }

    /// Under the session's lock.
    void peersWish(int count) {
        if (session.channel().isPresent()) {
            growth().peerWants(Math.ceilDiv(count, ChannelTrial.STREAMS_PER_UDP_SESSION));
        } else {
            peersWish = Math.min(count, TcpLimits.MAX_STREAMS);
        }
        openMissing();
    }

    /// The acceptor's answer to a stream over UDP.
    void udpOpened(SessionFrame.UdpOpened answer) {
        udp.answered(answer);
    }

    /// A stream ended in order. Under the session's lock.
    void finished() {
        openMissing();
    }

    /// A stream broke. Under the session's lock.
    ///
    /// @param useful it had carried an answer
    void broke(Carrier carrier, boolean useful, Exception cause) {
        if (carrier == Carrier.UDP
                && !useful
                && growth().shrinks(session.streams().asking(Carrier.UDP), trial.udp(wish()))) {
            LOG.debug("no further stream over UDP to {}: {}", session.peer(), NetFailures.text(cause));
            return;
        }
        if (carrier == Carrier.UDP && trial.handleUdpFailed(clock.nanos())) {
            LOG.debug("{} goes on over TCP: {}", session.peer(), NetFailures.text(cause));
            openMissing();
            return;
        }
        if (carrier == Carrier.TCP && unwantedSinceNanos.containsKey(Carrier.TCP)) {
            return;
        }
        int worth = carrier == Carrier.UDP ? VAIN_PER_UDP_STREAM : 1;
        vain = useful ? 0 : vain + worth;
        openOrGiveUp(cause);
    }

    /// The session has ended. Under its lock.
    void close() {
        ended.signalAll();
    }

    /// Starts opening what is missing. Under the session's lock.
    void openMissing() {
        int wish = wish();
        openMissing(Carrier.UDP, udp(wish));
        openMissing(Carrier.TCP, trial.tcp(wish));
        if (!watching && wish > 0 && !trial.isDecided() && !session.hasEnded()) {
            watching = true;
            Thread.ofVirtual().name("fsp-trial " + session.peer()).start(this::watch);
        }
    }

    /// Lets streams finish that are too many. Under the session's lock.
    void trim() {
        int wish = wish();
        boolean asks = session.channel().isPresent(); // otherwise the peer knows better which
        if (asks || trial.tcp(wish) == 0) {
            session.streams().keep(Carrier.TCP, trial.tcp(wish));
        }
        if (asks || udp(wish) == 0) {
            session.streams().keep(Carrier.UDP, udp(wish));
        }
    }

    private void openMissing(Carrier carrier, int count) {
        while (!session.hasEnded()
                && vain < TcpLimits.MAX_VAIN_STREAMS
                && session.streams().asking(carrier) + opening(carrier) < count) {
            opening.merge(carrier, 1, Integer::sum);
            int number = nextNumber++;
            Duration pause = vain == 0
                    ? Duration.ZERO
                    : session.local().timings().reopen().multipliedBy(1L << Math.min(vain - 1, MAX_DOUBLINGS));
            Thread.ofVirtual().name("fsp-stream-" + number + " opens").start(() -> open(carrier, number, pause));
        }
    }

    private int wish() {
        return Math.max(ownWish, peersWish);
    }

    private int udp(int wish) {
        return growth().udp(trial.udp(wish));
    }

    private SessionGrowth growth() {
        return session.streams().growth();
    }

    private int opening(Carrier carrier) {
        return opening.getOrDefault(carrier, 0);
    }

    private void open(Carrier carrier, int number, Duration pause) {
        try {
            if (!pauseFor(pause.toNanos())) {
                return;
            }
            StreamConnection connection = carrier == Carrier.UDP ? udp.connect(number) : tcp.connect(number);
            session.lock().lock();
            try {
                opening.merge(carrier, -1, Integer::sum);
                if (carrier == Carrier.UDP) {
                    trial.handleUdpOpened(clock.nanos());
                }
                session.streams().adopt(connection);
            } finally {
                session.lock().unlock();
            }
        } catch (IOException | WireException | ProtocolException | RuntimeException e) {
            failed(carrier, number, e);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts the opening of a stream", e);
        }
    }

    /// Looks now and then at which carrier does better, until that is settled.
    private void watch() {
        try {
            while (pauseFor(LOOK_NANOS)) {
                breakOff(Carrier.UDP);
                breakOff(Carrier.TCP);
                session.lock().lock();
                try {
                    SessionStreams streams = session.streams();
                    trial.handleTick(
                            streams.carriedBytes(Carrier.UDP),
                            streams.carriedBytes(Carrier.TCP),
                            streams.isBusy(),
                            clock.nanos());
                    openMissing();
                    trim();
                    if (trial.isDecided() && streams.on(Carrier.UDP).isEmpty()) {
                        watching = false;
                        return;
                    }
                } finally {
                    session.lock().unlock();
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts a trial", e);
        }
    }

    /// Ends streams on a carrier that has not been wanted for a while: one that hardly moves would hold what it was
    /// asked for ever.
    private void breakOff(Carrier carrier) {
        List<DataStream> late;
        session.lock().lock();
        try {
            int wish = wish();
            boolean wanted = (carrier == Carrier.UDP ? trial.udp(wish) : trial.tcp(wish)) > 0;
            long now = clock.nanos();
            if (wanted) {
                unwantedSinceNanos.remove(carrier);
                return;
            }
            long since = unwantedSinceNanos.computeIfAbsent(carrier, _ -> now);
            late = now - since < GRACE_NANOS ? List.of() : session.streams().on(carrier);
        } finally {
            session.lock().unlock();
        }
        late.forEach(stream -> stream.close(new SocketException("the other channel does better")));
    }

    /// False if the session ends meanwhile.
    private boolean pauseFor(long nanos) throws InterruptedException {
        session.lock().lock();
        try {
            long leftNanos = nanos;
            while (leftNanos > 0 && !session.hasEnded()) {
                leftNanos = ended.awaitNanos(leftNanos);
            }
            return !session.hasEnded();
        } finally {
            session.lock().unlock();
        }
    }

    private void failed(Carrier carrier, int number, Exception cause) {
        LOG.debug("stream {} to {} could not be opened over {}", number, session.peer(), carrier, cause);
        session.lock().lock();
        try {
            opening.merge(carrier, -1, Integer::sum);
            broke(carrier, false, cause);
        } finally {
            session.lock().unlock();
        }
    }

    private void openOrGiveUp(Exception cause) {
        openMissing();
        if (opening(Carrier.TCP) + opening(Carrier.UDP) == 0
                && session.streams().asking() == 0
                && wish() > 0) {
            session.end(new FspException(
                    ErrorCode.CONNECTION_LOST,
                    "no data stream to " + session.peer() + " stays open: " + NetFailures.text(cause),
                    cause));
        }
    }
}
