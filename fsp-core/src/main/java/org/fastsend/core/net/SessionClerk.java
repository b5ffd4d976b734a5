package org.fastsend.core.net;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import org.fastsend.core.wire.SessionFrame;

/// The thread that writes a session's TLS connection, so that nobody else ever waits for it. It also
/// reports the asks that were cancelled before any stream took them. Its queue is bounded by the requests
/// that may be unanswered.
final class SessionClerk {
    private final Session session;
    private final SessionLink link;
    private final Condition work;
    private final Thread thread;

    // Guarded by the session's lock.
    private final ArrayDeque<SessionFrame> frames = new ArrayDeque<>();
    private Optional<SessionFrame.Pong> pong = Optional.empty();
    private Optional<SessionFrame.Goodbye> goodbye = Optional.empty();

    SessionClerk(Session session, SessionLink link) {
        this.session = session;
        this.link = link;
        this.work = session.lock().newCondition();
        this.thread =
                Thread.ofVirtual().name("fsp-session-clerk " + session.peer()).unstarted(this::work);
    }

    void start() {
        thread.start();
    }

    void join() throws InterruptedException {
        thread.join();
    }

    void send(SessionFrame frame) {
        session.lock().lock();
        try {
            if (session.hasEnded()) {
                return;
            }
            switch (frame) {
                case SessionFrame.Pong latest -> pong = Optional.of(latest); // a flood of pings earns one answer
                case SessionFrame.Ping ping -> {
                    if (frames.stream().noneMatch(SessionFrame.Ping.class::isInstance)) { // that says as much
                        frames.add(ping);
                    }
                }
                default -> frames.add(frame);
            }
            work.signalAll();
        } finally {
            session.lock().unlock();
        }
    }

    /// Under the session's lock.
    void wake() {
        work.signalAll();
    }

    /// Says goodbye behind what is queued, and waits a moment for the peer to take it.
    void finish(SessionFrame.Goodbye last) throws InterruptedException {
        session.lock().lock();
        try {
            goodbye = Optional.of(last);
            work.signalAll();
        } finally {
            session.lock().unlock();
        }
        thread.join(Session.LAST_WORDS);
    }

    private void work() {
        try {
            while (true) {
                Optional<SessionFrame> frame = next();
                session.channel().ifPresent(TcpBlockChannel::reportCancelled);
                if (frame.isPresent()) {
                    link.write(frame.get());
                    session.sent(frame.get());
                    if (frame.get() instanceof SessionFrame.Goodbye) {
                        return;
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            session.end(e);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts a clerk", e);
        }
    }

    /// Empty if there are only cancelled asks to report.
    private Optional<SessionFrame> next() throws InterruptedException {
        session.lock().lock();
        try {
            while (true) {
                if (!frames.isEmpty()) {
                    return Optional.of(frames.remove());
                }
                if (pong.isPresent()) {
                    Optional<SessionFrame> answer = pong.map(SessionFrame.class::cast);
                    pong = Optional.empty();
                    return answer;
                }
                if (goodbye.isPresent()) {
                    return goodbye.map(SessionFrame.class::cast);
                }
                if (session.channel().map(TcpBlockChannel::hasCancelled).orElse(false)) {
                    return Optional.empty();
                }
                work.await();
            }
        } finally {
            session.lock().unlock();
        }
    }
}
