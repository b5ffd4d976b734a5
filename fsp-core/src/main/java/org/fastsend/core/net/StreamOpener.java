package org.fastsend.core.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.StreamPreamble;
import org.fastsend.core.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The initiator's hand that keeps as many data streams open as either end wishes. A stream that breaks is
/// opened again, after a pause that doubles with each stream in a row that was of no use; after so many the
/// peer counts as unreachable.
final class StreamOpener {
    private static final Logger LOG = LoggerFactory.getLogger(StreamOpener.class);
    private static final int MAX_DOUBLINGS = 5;

    private final Session session;
    private final InetSocketAddress acceptor;
    private final Condition ended;

    // Guarded by the session's lock.
    private int ownWish;
    private int peersWish;
    private int opening;
    private int nextNumber;
    private int vain;

    /// @param ownWish streams to open from the start
    StreamOpener(Session session, InetSocketAddress acceptor, int ownWish) {
        this.session = session;
        this.acceptor = acceptor;
        this.ownWish = ownWish;
        this.ended = session.lock().newCondition();
    }

    /// Under the session's lock.
    void ownWish(int count) {
        ownWish = count;
        openMissing();
    }

    /// Under the session's lock.
    void peersWish(int count) {
        peersWish = Math.min(count, TcpLimits.MAX_STREAMS);
        openMissing();
    }

    /// A stream ended in order. Under the session's lock.
    void finished() {
        openMissing();
    }

    /// A stream broke. Under the session's lock.
    ///
    /// @param useful it had carried an answer
    void broke(boolean useful, Exception cause) {
        vain = useful ? 0 : vain + 1;
        openOrGiveUp(cause);
    }

    /// The session has ended. Under its lock.
    void close() {
        ended.signalAll();
    }

    /// Starts opening what is missing. Under the session's lock.
    void openMissing() {
        while (!session.hasEnded()
                && vain < TcpLimits.MAX_VAIN_STREAMS
                && session.streams().asking() + opening < Math.max(ownWish, peersWish)) {
            opening++;
            int number = nextNumber++;
            Duration pause = vain == 0
                    ? Duration.ZERO
                    : session.local().timings().reopen().multipliedBy(1L << Math.min(vain - 1, MAX_DOUBLINGS));
            Thread.ofVirtual().name("fsp-stream-" + number + " opens").start(() -> open(number, pause));
        }
    }

    private void open(int number, Duration pause) {
        try {
            if (!pauseFor(pause)) {
                return;
            }
            StreamConnection connection = connect(number);
            session.lock().lock();
            try {
                opening--;
                session.streams().adopt(connection);
            } finally {
                session.lock().unlock();
            }
        } catch (IOException | WireException | ProtocolException e) {
            failed(number, e);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts the opening of a stream", e);
        }
    }

    /// False if the session ends meanwhile.
    private boolean pauseFor(Duration pause) throws InterruptedException {
        session.lock().lock();
        try {
            long leftNanos = pause.toNanos();
            while (leftNanos > 0 && !session.hasEnded()) {
                leftNanos = ended.awaitNanos(leftNanos);
            }
            return !session.hasEnded();
        } finally {
            session.lock().unlock();
        }
    }

    private StreamConnection connect(int number) throws IOException, WireException, ProtocolException {
        StreamPreamble preamble = new StreamPreamble(session.id(), number);
        NetTimings timings = session.local().timings();
        Socket socket = new Socket();
        Deadline deadline = new Deadline(timings.connect().plus(timings.handshake()), socket);
        try (deadline) {
            socket.setTcpNoDelay(true);
            socket.connect(acceptor, Math.toIntExact(timings.connect().toMillis()));
            StreamConnection connection =
                    StreamConnection.of(number, socket, StreamKeys.ofInitiator(session.tlsSession(), preamble));
            connection.attach(preamble);
            return connection;
        } catch (IOException | WireException | ProtocolException e) {
            socket.close();
            if (deadline.passed()) {
                throw new SocketTimeoutException("it was not taken in time");
            }
            throw e;
        }
    }

    private void failed(int number, Exception cause) {
        LOG.debug("stream {} to {} could not be opened", number, session.peer(), cause);
        session.lock().lock();
        try {
            opening--;
            vain++;
            openOrGiveUp(cause);
        } finally {
            session.lock().unlock();
        }
    }

    private void openOrGiveUp(Exception cause) {
        openMissing();
        if (opening == 0 && session.streams().asking() == 0 && Math.max(ownWish, peersWish) > 0) {
            session.end(new FspException(
                    ErrorCode.CONNECTION_LOST,
                    "no data stream to " + session.peer() + " stays open: " + NetFailures.text(cause),
                    cause));
        }
    }
}
