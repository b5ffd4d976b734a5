package org.fastsend.overlay.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.net.datagram.DatagramSockets;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.node.Answered;
import org.fastsend.overlay.node.OverlayAsker;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.ring.Caps;
import org.jspecify.annotations.Nullable;

/// Asks the overlay on behalf of a server or client, which is no member of it. Thread-safe.
public final class OverlayClient implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final OverlayLoop loop;
    private final OverlayAsker asker;
    private final List<RelayAddress> members;
    private final List<Endpoint> endpoints;

    private OverlayClient(OverlayLoop loop, OverlayAsker asker, List<RelayAddress> members) {
        this.loop = loop;
        this.asker = asker;
        this.members = List.copyOf(members);
        endpoints = endpoints(members);
    }

    private static List<Endpoint> endpoints(List<RelayAddress> members) {
        return members.stream().flatMap(m -> OverlayMember.resolved(m).stream()).toList();
    }

    /// A socket of its own, for as many questions as there are.
    ///
    /// @param members to begin with, any of which will do
    public static OverlayClient open(
            Identity self, Federation federation, List<RelayAddress> members, NanoClock clock, SecureRandom random) {
        var asker = new OverlayAsker(caps(endpoints(members)), random, true);
        try {
            DatagramIo socket = DatagramSockets.configured().open(new InetSocketAddress(0));
            OverlayLoop loop = new OverlayLoop(
                    socket,
                    new SecureLinks(new Handshake(self, federation, random), random, true),
                    clock,
                    new Participant.Asker(asker),
                    OverlayLoop.Observer.NONE);
            loop.start();
            return new OverlayClient(loop, asker, members);
        } catch (IOException e) {
            throw new FspException(ErrorCode.IO_FAILURE, "cannot open a UDP socket: " + e.getMessage(), e);
        }
    }

    /// On the loopback interface everybody has one operator and one subnet.
    private static Caps caps(List<Endpoint> members) {
        return members.stream().allMatch(m -> m.toSocketAddress().getAddress().isLoopbackAddress())
                ? Caps.NONE
                : new Caps(OverlayMember.CAP, OverlayMember.CAP);
    }

    /// The members that lie best. Waits. Fails with CONNECTION_LOST if no member answers.
    public List<Ranked> ask(Query query) {
        try {
            Answered answered =
                    loop.ask(nowNanos -> asker.ask(endpoints, query, nowNanos)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (answered.ranked().isEmpty()) {
                throw noAnswer(null);
            }
            return answered.ranked();
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            throw noAnswer(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw noAnswer(null);
        }
    }

    private FspException noAnswer(@Nullable Throwable cause) {
        return new FspException(
                ErrorCode.CONNECTION_LOST,
                "no relay of the overlay answers at "
                        + String.join(
                                ", ",
                                members.stream().map(RelayAddress::toString).toList())
                        + "; check the addresses, and that these relays were started with --join",
                cause);
    }

    @Override
    public void close() {
        loop.close();
    }
}
