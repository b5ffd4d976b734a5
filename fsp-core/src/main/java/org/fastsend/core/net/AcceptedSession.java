package org.fastsend.core.net;

import java.io.IOException;
import java.net.Socket;
import java.util.BitSet;
import java.util.Optional;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.StreamFrame;
import org.fastsend.core.wire.StreamPreamble;
import org.fastsend.core.wire.WireException;

/// A session as its listener knows it: where data streams are attached. A stream's number counts as used
/// once its first record proved that it is the initiator's; from then on it opens nothing, so recorded
/// bytes are worth nothing.
final class AcceptedSession {
    private final Session session;
    private final BitSet usedNumbers = new BitSet();

    AcceptedSession(Session session) {
        this.session = session;
    }

    /// Whether the connection is now a stream of the session.
    boolean attach(Socket socket, StreamPreamble preamble) throws IOException, WireException, ProtocolException {
        if (preamble.number() >= TcpLimits.MAX_STREAM_NUMBERS || isUsed(preamble.number())) {
            throw new ProtocolException("data stream " + preamble.number() + " cannot be opened (again)");
        }
        StreamKeys keys = StreamKeys.ofAcceptor(session.tlsSession(), preamble);
        TcpStreamConnection connection = TcpStreamConnection.of(
                preamble.number(), socket, keys, session.local().carriage().rate());
        try {
            connection.expect(new StreamFrame.Attach());
            use(preamble.number());
            connection.attached();
        } catch (IOException | WireException | ProtocolException | RuntimeException e) {
            connection.close();
            throw e;
        }
        return session.streams().adopt(connection);
    }

    /// A stream over UDP is wanted; the answer says where it is expected, or why not.
    SessionFrame.UdpOpened expect(int number, Optional<UdpDoor> door) throws IOException, ProtocolException {
        if (number >= TcpLimits.MAX_STREAM_NUMBERS) {
            throw new ProtocolException("data stream " + number + " cannot be opened");
        }
        use(number); // also if the answer is no: answers that the peer does not read wait here
        if (door.isEmpty()) {
            return new SessionFrame.UdpOpened(number, 0, "UDP is not served here");
        }
        Optional<String> refusal = door.get().expect(session, number);
        return new SessionFrame.UdpOpened(
                number, refusal.isPresent() ? 0 : door.get().port(), refusal.orElse(""));
    }

    /// Data streams attached now.
    int streams() {
        return session.streams().all().size();
    }

    void close() {
        session.close();
    }

    private synchronized boolean isUsed(int number) {
        return usedNumbers.get(number);
    }

    private synchronized void use(int number) throws ProtocolException {
        if (usedNumbers.get(number)) {
            throw new ProtocolException("data stream " + number + " was opened twice at a time");
        }
        usedNumbers.set(number);
    }
}
