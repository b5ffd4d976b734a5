package org.fastsend.relay.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.RelayListener;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.overlay.net.OverlayMember;
import org.fastsend.overlay.net.TcpPipes;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Offer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The relay's place in the overlay. Every relay has one; one that was told to join nobody waits for others to come.
final class OverlaySeat implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OverlaySeat.class);

    private final Identity self;
    private final String name;
    private final Federation federation;
    private final Path directory;
    private final List<RelayAddress> join;
    private final Optional<Caps> caps;
    private volatile Optional<OverlayMember> member = Optional.empty();

    OverlaySeat(
            Identity self,
            String name,
            Federation federation,
            Path directory,
            List<RelayAddress> join,
            Optional<Caps> caps) {
        this.self = self;
        this.name = name;
        this.federation = federation;
        this.directory = directory;
        this.join = join;
        this.caps = caps;
    }

    /// For the relay's session port: where UDP is blocked the overlay comes this way.
    Optional<RelayListener.Guest> guest() {
        return Optional.of(new RelayListener.Guest(TcpPipes.FIRST_BYTE, this::accept));
    }

    /// Joins. Fails with FspException if the relay was told to join and cannot; one that was not is no
    /// worse a relay without the overlay.
    ///
    /// @param address of the session port
    /// @param udp the overlay's part of that port's UDP socket, if blocks travel there too
    /// @param offer what the relay has to give, now
    void take(InetSocketAddress address, Optional<DatagramIo> udp, Supplier<Offer> offer) {
        OverlayMember.Home home = new OverlayMember.Home(self, name, federation, address, join, directory, caps, offer);
        try {
            member = Optional.of(OverlayMember.start(home, udp, new SystemNanoClock(), new SecureRandom()));
        } catch (FspException e) {
            if (!join.isEmpty()) {
                throw e;
            }
            LOG.warn("no overlay here: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        member.ifPresent(OverlayMember::close);
    }

    private void accept(Socket socket) {
        member.ifPresentOrElse(present -> present.pipes().accept(socket), () -> refuse(socket));
    }

    private static void refuse(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("closing a connection", e);
        }
    }
}
