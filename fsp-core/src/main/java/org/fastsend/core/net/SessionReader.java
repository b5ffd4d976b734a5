package org.fastsend.core.net;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.fastsend.core.wire.ProtocolException;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.WireException;

/// The thread that reads a session's TLS connection and gives each frame to the half of the session that it
/// is for.
final class SessionReader {
    private final Session session;
    private final SessionLink link;
    private final Thread thread;
    private Optional<RequestServer> server = Optional.empty();

    SessionReader(Session session, SessionLink link) {
        this.session = session;
        this.link = link;
        this.thread =
                Thread.ofVirtual().name("fsp-session-reader " + session.peer()).unstarted(this::readToTheEnd);
    }

    void start() {
        server = session.serving().map(serving -> new RequestServer(session, serving));
        thread.start();
    }

    /// Under the session's lock.
    void close() {
        server.ifPresent(RequestServer::close);
    }

    void join() throws InterruptedException {
        thread.join();
    }

    /// Waits, but not longer than that.
    void join(Duration atMost) throws InterruptedException {
        thread.join(atMost);
    }

    /// A frame of this end has left.
    void sent(SessionFrame frame) {
        server.ifPresent(requests -> requests.sent(frame));
    }

    private void readToTheEnd() {
        try {
            while (true) {
                SessionFrame frame = link.read();
                session.heard();
                take(frame);
            }
        } catch (IOException | WireException | ProtocolException | InterruptedException | RuntimeException e) {
            session.end(e);
        }
    }

    private void take(SessionFrame frame) throws IOException, ProtocolException, InterruptedException {
        switch (frame) {
            case SessionFrame.Ping(long token) ->
                session.send(new SessionFrame.Pong(token, session.streams().receivedBytes()));
            case SessionFrame.Pong pong -> session.channel().ifPresent(asking -> asking.echoed(pong));
            case SessionFrame.Streams(int count) -> session.streams().peersWish(count);
            case SessionFrame.UdpOpen(int stream) -> session.streams().udpWanted(stream);
            case SessionFrame.UdpOpened opened -> session.streams().udpOpened(opened);
            case SessionFrame.Goodbye goodbye -> session.end(NetFailures.goodbye(session.peer(), goodbye));
            case SessionFrame.Append append -> serving().append(append);
            case SessionFrame.ReadFeed read -> serving().readFeed(read);
            case SessionFrame.Release release -> serving().release(release);
            case SessionFrame.Confirm confirm -> serving().confirm(confirm);
            case SessionFrame.Drop drop -> serving().drop(drop);
            case SessionFrame.Reserve reserve -> serving().reserve(reserve);
            case SessionFrame.Done done -> asking().done(done);
            case SessionFrame.Failed failed -> asking().failed(failed);
            case SessionFrame.Feed feed -> asking().feed(feed);
            case SessionFrame.Receipted receipt -> asking().receipt(receipt);
            case SessionFrame.Reserved reserved -> asking().reserved(reserved);
            case SessionFrame.Hello _, SessionFrame.Authorize _, SessionFrame.Authorized _ ->
                throw new ProtocolException("an open session was opened again");
        }
    }

    private RequestServer serving() throws ProtocolException {
        return server.orElseThrow(() -> new ProtocolException("a request came, though nothing is served here"));
    }

    private Requests asking() throws ProtocolException {
        return session.channel()
                .map(TcpBlockChannel::requests)
                .orElseThrow(() -> new ProtocolException("an answer came, though nothing is asked here"));
    }
}
