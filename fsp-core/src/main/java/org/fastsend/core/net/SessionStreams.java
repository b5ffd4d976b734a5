package org.fastsend.core.net;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.net.udp.LoopReading;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.SessionFrame;

/// The data streams of a session and how many there should be. Guarded by the session's lock.
final class SessionStreams {
    private final Session session;
    private final ReentrantLock lock;
    private final List<DataStream> streams = new ArrayList<>();
    private Optional<StreamOpener> opener = Optional.empty();
    private Optional<UdpExpecter> expecter = Optional.empty();
    private final SessionGrowth growth;
    private final Map<Carrier, Long> carriedByEnded = new EnumMap<>(Carrier.class);
    private long receivedByEnded;
    private int wish = TcpLimits.FIRST_STREAMS;

    SessionStreams(Session session) {
        this.session = session;
        this.lock = session.lock();
        this.growth = new SessionGrowth(session);
    }

    /// This end is the initiator. Before the session starts.
    void openBy(StreamOpener initiators) {
        opener = Optional.of(initiators);
    }

    /// This end is the acceptor, and expects streams over UDP so. Before the session starts.
    ///
    /// @param hasFreeCore whether a further one would have a processor of its own
    void takeUdpBy(UdpExpecter acceptors, BooleanSupplier hasFreeCore) {
        expecter = Optional.of(acceptors);
        growth.onlyWhere(hasFreeCore);
    }

    /// Expects a stream over UDP, or says why not.
    @FunctionalInterface
    interface UdpExpecter {
        SessionFrame.UdpOpened expect(int number) throws IOException, ProtocolException;
    }

    /// The initiator wants to open a stream over UDP.
    void udpWanted(int number) throws IOException, ProtocolException {
        UdpExpecter acceptors = expecter.orElseThrow(
                () -> new ProtocolException("the acceptor asked for a stream, which the initiator opens"));
        session.send(acceptors.expect(number));
    }

    /// The acceptor's answer.
    void udpOpened(SessionFrame.UdpOpened answer) throws ProtocolException {
        opener.orElseThrow(() -> new ProtocolException("an answer came to the initiator's question"))
                .udpOpened(answer);
    }

    /// Opens the first streams, or asks the initiator to. Under the session's lock.
    void start() {
        if (opener.isPresent()) {
            opener.get().openMissing();
        } else if (session.channel().isPresent()) {
            session.send(new SessionFrame.Streams(wish));
        } else {
            growth.allow(); // the initiator knows whether anybody named a number
        }
    }

    /// Whether and how the session grows; under its lock.
    SessionGrowth growth() {
        return growth;
    }

    /// There should be so many streams over UDP; under the session's lock.
    void grown(int udp) {
        if (opener.isPresent()) {
            opener.get().openMissing();
        } else {
            session.send(new SessionFrame.Streams(udp * ChannelTrial.STREAMS_PER_UDP_SESSION));
        }
    }

    /// The session has ended. Under its lock.
    void close() {
        growth.close();
        opener.ifPresent(StreamOpener::close);
    }

    /// Every stream there is now.
    List<DataStream> all() {
        lock.lock();
        try {
            return List.copyOf(streams);
        } finally {
            lock.unlock();
        }
    }

    /// Streams that may still be asked on; under the session's lock.
    int asking() {
        return (int) streams.stream().filter(DataStream::isAsking).count();
    }

    /// The same, of those that travel on one carrier.
    int asking(Carrier carrier) {
        return (int) streams.stream()
                .filter(stream -> stream.isAsking() && stream.carrier() == carrier)
                .count();
    }

    /// Bytes that streams on this carrier have carried, those that are gone included; under the session's lock.
    long carriedBytes(Carrier carrier) {
        return carriedByEnded.getOrDefault(carrier, 0L)
                + streams.stream()
                        .filter(stream -> stream.carrier() == carrier)
                        .mapToLong(DataStream::carriedBytes)
                        .sum();
    }

    /// Bytes that have come over all streams, those that are gone included.
    long receivedBytes() {
        lock.lock();
        try {
            return receivedByEnded
                    + streams.stream().mapToLong(DataStream::receivedBytes).sum();
        } finally {
            lock.unlock();
        }
    }

    /// Whether anything asked is unanswered; under the session's lock.
    boolean isBusy() {
        return streams.stream().anyMatch(stream -> !stream.isIdle());
    }

    /// Lets all streams on a carrier finish, but for so many; under the session's lock.
    void keep(Carrier carrier, int count) {
        List<DataStream> asking = streams.stream()
                .filter(stream -> stream.isAsking() && stream.carrier() == carrier)
                .sorted(Comparator.comparingInt(DataStream::unanswered))
                .toList();
        asking.stream().limit(Math.max(0, asking.size() - count)).forEach(DataStream::finish);
    }

    /// Streams on a carrier that are still there, finishing or not; under the session's lock.
    List<DataStream> on(Carrier carrier) {
        return streams.stream().filter(stream -> stream.carrier() == carrier).toList();
    }

    /// What the loops of streams over UDP did lately; under the session's lock.
    List<LoopReading> loopReadings(UnaryOperator<LoopReading> gauge) {
        return streams.stream()
                .flatMap(stream -> stream.loop().stream())
                .map(gauge)
                .toList();
    }

    /// Unanswered gets of the stream that has the fewest; under the session's lock.
    int fewestGets() {
        return streams.stream()
                .filter(DataStream::isAsking)
                .flatMap(stream -> stream.asker().stream())
                .mapToInt(StreamAsker::gets)
                .min()
                .orElse(0);
    }

    /// Under the session's lock.
    void wakeWriters() {
        streams.forEach(DataStream::wakeWriter);
    }

    /// This end, which asks, wants so many streams from now on.
    void wish(StreamWish wanted) {
        lock.lock();
        try {
            wish = wanted.count();
            if (wanted.mayGrow()) {
                growth.allow();
            }
            if (opener.isPresent()) {
                opener.get().ownWish(wish);
            } else {
                session.send(new SessionFrame.Streams(wish));
            }
            trim();
        } finally {
            lock.unlock();
        }
    }

    /// The acceptor wants so many streams.
    void peersWish(int count) throws ProtocolException {
        StreamOpener initiators = opener.orElseThrow(
                () -> new ProtocolException("the initiator asked for streams, which it opens itself"));
        lock.lock();
        try {
            initiators.peersWish(count);
        } finally {
            lock.unlock();
        }
    }

    /// Takes an attached connection as a stream of this session, or closes it if there is no place for it.
    boolean adopt(StreamConnection connection) {
        lock.lock();
        try {
            if (session.hasEnded() || streams.size() >= TcpLimits.MAX_STREAMS) {
                connection.close();
                return false;
            }
            DataStream stream = new DataStream(session, connection);
            streams.add(stream);
            stream.start();
            growth.udpOpened();
            trim();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// The peer asks nothing more on a stream: nobody will, and another may be needed instead.
    void finishReceived(StreamWriter stream) {
        lock.lock();
        try {
            stream.finishReceived();
            opener.ifPresent(StreamOpener::openMissing);
            wakeWriters();
        } finally {
            lock.unlock();
        }
    }

    /// Nothing happens on this stream any more, and its asks are settled.
    void ended(DataStream stream, Exception cause) {
        lock.lock();
        try {
            streams.remove(stream);
            receivedByEnded += stream.receivedBytes();
            carriedByEnded.merge(stream.carrier(), stream.carriedBytes(), Long::sum);
            session.channel().ifPresent(channel -> channel.gate().streamEnded());
            wakeWriters();
            if (!session.hasEnded()) {
                opener.ifPresent(initiators -> stream.tell(initiators, cause));
            }
        } finally {
            lock.unlock();
        }
    }

    /// Lets surplus streams finish: those with the least under way.
    private void trim() {
        if (opener.isPresent()) {
            opener.get().trim();
        } else if (session.channel().isPresent()) {
            keep(Carrier.TCP, wish);
            keep(Carrier.UDP, wish);
        }
    }
}
