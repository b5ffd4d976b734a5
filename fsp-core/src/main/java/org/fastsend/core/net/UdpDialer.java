package org.fastsend.core.net;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.net.datagram.DatagramSockets;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.net.udp.UdpLoop;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.transport.Side;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpSecrets;
import org.fastsend.core.transport.UdpSettings;
import org.fastsend.core.wire.SessionFrame;
import org.fastsend.core.wire.StreamFrameCodec;
import org.fastsend.core.wire.StreamPreamble;

/// The initiator's way to a data stream over UDP: asks for it on the session, then opens a connection from a socket
/// of its own, keyed by that session (docs/wire.md, "UDP stream"). Thread-safe.
final class UdpDialer {
    /// A path that answers takes a few round trips to open, even if it loses much; one that does not never will.
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final Session session;
    private final InetSocketAddress acceptor;
    private final Map<Integer, CompletableFuture<SessionFrame.UdpOpened>> asked = new HashMap<>();

    UdpDialer(Session session, InetSocketAddress acceptor) {
        this.session = session;
        this.acceptor = acceptor;
    }

    /// A stream was asked for before the session started.
    synchronized void asked(int number) {
        asked.put(number, new CompletableFuture<>());
    }

    /// The acceptor's answer.
    synchronized void answered(SessionFrame.UdpOpened answer) {
        CompletableFuture<SessionFrame.UdpOpened> waiting = asked.get(answer.stream());
        if (waiting != null) {
            waiting.complete(answer);
        }
    }

    /// Waits until the peer has proven itself over UDP, unless nothing else carries blocks: those may go with the first
    /// datagrams then, a round trip earlier.
    StreamConnection connect(int number) throws IOException, InterruptedException {
        try {
            return connect(number, ask(number));
        } finally {
            forget(number);
            session.local().carriage().warmUp().end();
        }
    }

    /// Socket and keys take a process that has just started longer than many a round trip: the answer comes meanwhile.
    private StreamConnection connect(int number, CompletableFuture<SessionFrame.UdpOpened> answer)
            throws IOException, InterruptedException {
        UdpLoop loop = UdpLoop.start(DatagramSockets.configured().open(anyPortTo(acceptor)), new SystemNanoClock());
        boolean opened = false;
        try {
            UdpSecrets secrets = secrets(number);
            int port = port(answer);
            UdpStreamConnection stream =
                    connection(number, secrets, loop, new InetSocketAddress(acceptor.getAddress(), port));
            if (session.local().carriage().kind() != ChannelKind.UDP) {
                await(stream.opened(), PATIENCE, "nothing comes back over UDP from port " + port);
            }
            opened = true;
            return stream;
        } finally {
            if (!opened) {
                loop.close(); // which closes what is on it
            }
        }
    }

    private UdpSecrets secrets(int number) throws IOException {
        byte[] exported = session.tlsSession()
                .exportKeyingMaterialData(
                        UdpSecrets.EXPORTER_LABEL,
                        new StreamPreamble(session.id(), number).keyContext(),
                        UdpSecrets.EXPORTED_BYTES);
        return new UdpSecrets(Side.INITIATOR, exported);
    }

    private UdpStreamConnection connection(int number, UdpSecrets secrets, UdpLoop loop, InetSocketAddress peer) {
        UdpSettings settings = UdpWindows.settings(peer.getAddress(), UdpWindows.largest());
        TransferRate.Share rate = session.local().carriage().rate().join(session);
        UdpStreamConnection stream = new UdpStreamConnection(
                number,
                StreamFrameCodec.MAX_FRAME_BYTES + session.local().maxBlockBytes(),
                settings.receiveWindowBytes(),
                rate,
                loop::finish);
        long seed = session.local().random().nextLong();
        stream.on(loop.add(
                secrets.ownConnectionId(),
                now -> new UdpConnection(
                        secrets,
                        settings,
                        peer,
                        session.local().carriage().law().controller(rate.settings(), settings.usualIpBytes(), now),
                        stream,
                        stream,
                        seed,
                        now),
                stream));
        return stream;
    }

    private CompletableFuture<SessionFrame.UdpOpened> ask(int number) {
        CompletableFuture<SessionFrame.UdpOpened> answer = new CompletableFuture<>();
        CompletableFuture<SessionFrame.UdpOpened> awaited;
        synchronized (this) {
            awaited = asked.putIfAbsent(number, answer);
        }
        if (awaited != null) {
            return awaited;
        }
        session.send(new SessionFrame.UdpOpen(number));
        return answer;
    }

    private synchronized void forget(int number) {
        asked.remove(number);
    }

    /// The acceptor's port for this stream.
    private int port(CompletableFuture<SessionFrame.UdpOpened> answer) throws IOException, InterruptedException {
        SessionFrame.UdpOpened opened =
                await(answer, session.local().timings().handshake(), "the peer does not answer");
        if (opened.port() == 0) {
            throw new IOException("the peer takes no UDP: " + opened.reason());
        }
        return opened.port();
    }

    private static <T> T await(CompletableFuture<T> future, Duration atMost, String tooLate)
            throws IOException, InterruptedException {
        try {
            return future.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new SocketTimeoutException(tooLate);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause() instanceof Exception cause ? NetFailures.text(cause) : tooLate, e);
        }
    }

    private static InetSocketAddress anyPortTo(InetSocketAddress peer) throws IOException {
        String any = peer.getAddress() instanceof Inet6Address ? "::" : "0.0.0.0";
        return new InetSocketAddress(any, 0);
    }
}
