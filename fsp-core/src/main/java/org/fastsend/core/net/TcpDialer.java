package org.fastsend.core.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.StreamPreamble;
import org.fastsend.core.wire.WireException;

/// The initiator's way to a data stream over TCP: connects and attaches it to the session
/// (docs/wire.md, "Stream").
///
/// @param acceptor where it listens
record TcpDialer(Session session, InetSocketAddress acceptor) {
    /// Waits until the acceptor has attached it.
    StreamConnection connect(int number) throws IOException, WireException, ProtocolException {
        StreamPreamble preamble = new StreamPreamble(session.id(), number);
        NetTimings timings = session.local().timings();
        Socket socket = new Socket();
        Deadline deadline = new Deadline(timings.connect().plus(timings.handshake()), socket);
        try (deadline) {
            socket.setTcpNoDelay(true);
            socket.connect(acceptor, Math.toIntExact(timings.connect().toMillis()));
            return attached(socket, preamble);
        } catch (IOException | WireException | ProtocolException e) {
            socket.close();
            if (deadline.passed()) {
                throw new SocketTimeoutException("it was not taken in time");
            }
            throw e;
        }
    }

    private StreamConnection attached(Socket socket, StreamPreamble preamble)
            throws IOException, WireException, ProtocolException {
        TcpStreamConnection connection = TcpStreamConnection.of(
                preamble.number(),
                socket,
                StreamKeys.ofInitiator(session.tlsSession(), preamble),
                session.local().carriage().rate());
        try {
            connection.attach(preamble);
            return connection;
        } catch (IOException | WireException | ProtocolException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }
}
