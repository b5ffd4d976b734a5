package org.fastsend.core.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.net.datagram.DatagramSockets;
import org.fastsend.core.net.udp.SharedPort;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.transport.Side;
import org.fastsend.core.transport.UdpConnection;
import org.fastsend.core.transport.UdpSecrets;
import org.fastsend.core.transport.UdpSettings;
import org.fastsend.core.wire.StreamFrameCodec;
import org.fastsend.core.wire.StreamPreamble;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The acceptor's one UDP port, of the same number as its TCP port: takes the data streams that sessions have agreed
/// on. Thread-safe.
final class UdpDoor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UdpDoor.class);

    private final LocalEnd local;
    private final SharedPort shared;
    private final UdpWindows windows = new UdpWindows();

    private UdpDoor(LocalEnd local, SharedPort shared) {
        this.local = local;
        this.shared = shared;
    }

    /// The door beside a TCP port; empty if the UDP port of that number is not to be had, which costs speed only.
    static Optional<UdpDoor> open(InetAddress address, int port, LocalEnd local) {
        try {
            SharedPort shared = new SharedPort(
                    DatagramSockets.configured().openWithSiblings(new InetSocketAddress(address, port)),
                    new SystemNanoClock(),
                    local.carriage().cores());
            return Optional.of(new UdpDoor(local, shared));
        } catch (IOException e) {
            LOG.warn("no UDP at port {}: {}; blocks travel over TCP", port, NetFailures.text(e));
            return Optional.empty();
        }
    }

    int port() {
        return shared.localAddress().getPort();
    }

    /// The part of the port for the overlay.
    DatagramIo branch() {
        return shared.branch();
    }

    /// Datagrams that belonged to no connection.
    long droppedDatagrams() {
        return shared.droppedDatagrams();
    }

    /// Whether a further stream could have a processor to itself.
    boolean hasFreeLoop() {
        return shared.hasFreeLoop();
    }

    /// Loops that serve the port now.
    int loops() {
        return shared.loops();
    }

    /// Waits for a stream of the session to come over UDP; it becomes the session's when its peer has proven itself.
    ///
    /// @return why not, if not
    Optional<String> expect(Session session, int number) throws IOException {
        byte[] exported = session.tlsSession()
                .exportKeyingMaterialData(
                        UdpSecrets.EXPORTER_LABEL,
                        new StreamPreamble(session.id(), number).keyContext(),
                        UdpSecrets.EXPORTED_BYTES);
        UdpSecrets secrets = new UdpSecrets(Side.ACCEPTOR, exported);
        long window = windows.take();
        if (window == 0) {
            return Optional.of("too many streams over UDP at a time");
        }
        UdpSettings settings = UdpWindows.settings(session.peerAddress(), window);
        TransferRate.Share rate = local.carriage().rate().join(session);
        CompletableFuture<@Nullable Void> leave = new CompletableFuture<>();
        UdpStreamConnection stream = new UdpStreamConnection(
                number, StreamFrameCodec.MAX_FRAME_BYTES + local.maxBlockBytes(), window, rate, () -> {
                    windows.give(window);
                    leave.complete(null);
                });
        var _ = stream.opened().thenAccept(open -> {
            local.carriage().warmUp().end();
            Thread.ofVirtual().name("fsp-udp-stream").start(() -> adopt(session, open));
        });
        long seed = local.random().nextLong();
        SharedPort.Place place = shared.add(
                secrets.ownConnectionId(),
                now -> new UdpConnection(
                        secrets,
                        settings,
                        null,
                        local.carriage().law().controller(rate.settings(), settings.usualIpBytes(), now),
                        stream,
                        stream,
                        seed,
                        now),
                stream);
        stream.on(place.line());
        var _ = leave.thenRun(place.afterwards());
        return Optional.empty();
    }

    @Override
    public void close() {
        shared.close();
    }

    private static void adopt(Session session, StreamConnection stream) {
        if (!session.streams().adopt(stream)) {
            LOG.debug("no place for stream {} of {}", stream.number(), session.peer());
        }
    }
}
