package org.fastsend.core.net;

import java.util.concurrent.locks.Condition;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;

/// The thread that notices a peer that is gone without a word (a pulled cable, a stopped process): once a
/// tick it sends a ping, and ends the session when so many ticks in a row have heard nothing. It also
/// breaks streams that stand still.
final class SessionWatch {
    private final Session session;
    private final Condition ended;
    private volatile boolean heard;

    SessionWatch(Session session) {
        this.session = session;
        this.ended = session.lock().newCondition();
    }

    void start() {
        Thread.ofVirtual().name("fsp-session-watch " + session.peer()).start(this::watch);
    }

    void heard() {
        heard = true;
    }

    /// Under the session's lock.
    void close() {
        ended.signalAll();
    }

    private void watch() {
        NetTimings timings = session.local().timings();
        int quietTicks = 0;
        while (awaitTick(timings.tick().toNanos())) {
            quietTicks = heard ? 0 : quietTicks + 1;
            heard = false;
            if (quietTicks >= timings.quietTicks()) {
                session.end(new FspException(
                        ErrorCode.CONNECTION_LOST,
                        session.peer() + " has been silent for "
                                + timings.tick().multipliedBy(quietTicks).toMillis() + " ms"));
                return;
            }
            session.ping();
            session.streams().all().forEach(stream -> stream.checkPulse(timings.quietTicks()));
        }
    }

    /// False once the session has ended.
    private boolean awaitTick(long nanos) {
        session.lock().lock();
        try {
            long leftNanos = nanos;
            while (leftNanos > 0 && !session.hasEnded()) {
                leftNanos = ended.awaitNanos(leftNanos);
            }
            return !session.hasEnded();
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts the watch", e);
        } finally {
            session.lock().unlock();
        }
    }
}
