package org.fastsend.core.net;

import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import org.fastsend.core.net.udp.Cores;
import org.fastsend.core.net.udp.LoopReading;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The hand that lets a session have further streams over UDP while one processor is not enough for
/// those that it has: looks now and then at what their loops do, as long as there are any.
final class SessionGrowth {
    private static final Logger LOG = LoggerFactory.getLogger(SessionGrowth.class);

    private final Session session;
    private final Cores cores;
    private final Condition ended;
    private final BusyCore judge;

    // Guarded by the session's lock.
    private BooleanSupplier room = this::hasTransferRoom;
    private boolean allowed;
    private boolean watching;
    private boolean over;
    private int wanted;

    SessionGrowth(Session session) {
        this.session = session;
        this.cores = session.local().carriage().cores();
        this.judge = new BusyCore(cores.idle());
        this.ended = session.lock().newCondition();
    }

    /// Another processor is to be had only if this says so, instead of what the transfer's
    /// connections say. Before the session starts.
    void onlyWhere(BooleanSupplier hasRoom) {
        room = hasRoom;
    }

    /// The session may grow from now on. Where there is one processor it never will. Under the
    /// session's lock.
    void allow() {
        allowed = cores.processors() > 1;
        udpOpened();
    }

    /// There may be a stream over UDP now; under the session's lock.
    void udpOpened() {
        if (allowed && !watching && !over && !session.hasEnded() && hasUdp()) {
            watching = true;
            Thread.ofVirtual().name("fsp-cores " + session.peer()).start(this::watch);
        }
    }

    /// Streams that there should be over UDP, of which so many were wished for; under the session's
    /// lock.
    int udp(int wished) {
        return wished == 0 || over ? wished : Math.max(wished, wanted);
    }

    /// One processor of the peer is not enough for its end of the streams; under the session's
    /// lock.
    ///
    /// @param all that it wants over UDP
    void peerWants(int all) {
        if (allowed) {
            wanted = Math.max(wanted, Math.min(all, cores.mostSessions()));
        }
    }

    /// A stream over UDP was of no use; under the session's lock.
    ///
    /// @param others that are still there
    /// @param wished for streams that this session would have without having grown
    /// @return whether it was a further one, without which the session goes on, and never grows
    ///     again
    boolean shrinks(int others, int wished) {
        if (over || wanted <= wished || others == 0) {
            return false;
        }
        over = true;
        return true;
    }

    /// The session has ended. Under its lock.
    void close() {
        ended.signalAll();
    }

    private void watch() {
        session.lock().lock();
        try {
            while (!session.hasEnded() && !over && hasUdp()) {
                if (ended.awaitNanos(BusyCore.LOOK_NANOS) <= 0 && !session.hasEnded()) {
                    look(session.clock().nanos());
                }
            }
            watching = false;
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts a session's growth", e);
        } finally {
            session.lock().unlock();
        }
    }

    /// Where TCP carries as well it is not settled yet which does better.
    private void look(long nowNanos) {
        SessionStreams streams = session.streams();
        List<LoopReading> readings =
                streams.on(Carrier.TCP).isEmpty() ? streams.loopReadings(cores.gauge()) : List.of();
        int open = readings.size();
        LOG.debug("over UDP with {}: {}", session.peer(), readings);
        if (judge.handleReadings(readings, nowNanos) && mayHaveAnother(open)) {
            wanted = open + 1;
            LOG.info("one processor is not enough for {} over UDP: session {} is opened", session.peer(), wanted);
            streams.grown(wanted);
        }
    }

    private boolean hasUdp() {
        return !session.streams().on(Carrier.UDP).isEmpty();
    }

    /// Not while the last one is still being opened.
    private boolean mayHaveAnother(int open) {
        return open >= wanted && open < cores.mostSessions() && room.getAsBoolean();
    }

    /// The transfer's other connections, to whatever peers, take processors as well.
    private boolean hasTransferRoom() {
        return session.local().carriage().rate().totals().connections() < cores.processors();
    }
}
