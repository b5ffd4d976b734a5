package org.fastsend.overlay.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
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
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Endpoint;
import org.jspecify.annotations.Nullable;

/// Asks the overlay on behalf of a server or client, which is no member of it. Thread-safe.
public final class OverlayClient implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final OverlayLoop loop;
    private final OverlayAsker asker;
    private final Optional<Caps> caps;
    private final List<RelayAddress> members;
    private final Function<RelayAddress, Optional<Endpoint>> lookUp;
    /// Where the members were found. One that was not is looked for again at the next question.
    private final Map<RelayAddress, Endpoint> found = new ConcurrentHashMap<>();

    private OverlayClient(
            OverlayLoop loop,
            OverlayAsker asker,
            Optional<Caps> caps,
            List<RelayAddress> members,
            Function<RelayAddress, Optional<Endpoint>> lookUp) {
        this.loop = loop;
        this.asker = asker;
        this.caps = caps;
        this.members = List.copyOf(members);
        this.lookUp = lookUp;
    }

    /// A socket of its own, for as many questions as there are.
    ///
    /// @param members to begin with, any of which will do
    /// @param caps of its answers; empty for those of everybody
    public static OverlayClient open(
            Identity self,
            Federation federation,
            List<RelayAddress> members,
            Optional<Caps> caps,
            NanoClock clock,
            SecureRandom random) {
        return open(self, federation, members, Bootstrap::resolved, caps, clock, random);
    }

    /// @param lookUp finds a member's address; empty if that is not known now
    static OverlayClient open(
            Identity self,
            Federation federation,
            List<RelayAddress> members,
            Function<RelayAddress, Optional<Endpoint>> lookUp,
            Optional<Caps> caps,
            NanoClock clock,
            SecureRandom random) {
        Handshake handshake = new Handshake(self, federation, random);
        var asker = new OverlayAsker(random, OverlayAsker.Habits.OF_A_PROCESS);
        try {
            DatagramIo socket = DatagramSockets.configured().open(new InetSocketAddress(0));
            OverlayLoop loop = new OverlayLoop(
                    socket,
                    new SecureLinks(handshake, random),
                    clock,
                    new Participant.Asker(asker),
                    OverlayLoop.Observer.NONE);
            loop.start();
            OverlayClient client = new OverlayClient(loop, asker, caps, members, lookUp);
            client.endpoints(); // a name that is wrong is told of before somebody asks
            return client;
        } catch (IOException e) {
            throw new FspException(ErrorCode.IO_FAILURE, "cannot open a UDP socket: " + e.getMessage(), e);
        }
    }

    private List<Endpoint> endpoints() {
        for (RelayAddress member : members) {
            if (!found.containsKey(member)) {
                lookUp.apply(member).ifPresent(endpoint -> found.put(member, endpoint));
            }
        }
        return members.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    private static boolean isLoopback(List<Endpoint> members) {
        return members.stream().allMatch(m -> m.toSocketAddress().getAddress().isLoopbackAddress());
    }

    /// Those of its answers.
    ///
    /// @param loopback whether they name hosts of the loopback interface alone
    Caps caps(boolean loopback) {
        return Caps.inForce(caps, loopback);
    }

    /// The members that lie best. Waits. Fails with CONNECTION_LOST if no member answers.
    public List<Ranked> ask(Query query) {
        List<Endpoint> endpoints = endpoints();
        try {
            Answered answered = loop.ask(nowNanos -> asker.ask(endpoints, query, caps(isLoopback(endpoints)), nowNanos))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
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
        found.clear(); // they may have moved
        return new FspException(
                ErrorCode.CONNECTION_LOST,
                "no relay of the overlay answers at "
                        + String.join(
                                ", ",
                                members.stream().map(RelayAddress::toString).toList())
                        + "; check the addresses, and that these relays were started with --join",
                cause);
    }

    /// The UDP port where it answers probes.
    public int probePort() {
        return loop.port();
    }

    @Override
    public void close() {
        loop.close();
    }
}
