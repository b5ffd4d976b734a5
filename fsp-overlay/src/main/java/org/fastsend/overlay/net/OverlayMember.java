package org.fastsend.overlay.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.datagram.DatagramIo;
import org.fastsend.core.net.datagram.DatagramSockets;
import org.fastsend.core.time.NanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.node.Known;
import org.fastsend.overlay.node.OverlayNode;
import org.fastsend.overlay.node.OverlaySettings;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.peer.Offer;
import org.fastsend.overlay.peer.Reach;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A relay's membership of the overlay, on a UDP port of the same number as its TCP port. Thread-safe.
public final class OverlayMember implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OverlayMember.class);
    private static final String STATE_FILE = "overlay.members";

    private final Home home;
    private final NanoClock clock;
    private final SecureRandom random;
    private final Bootstrap bootstrap;
    private final MemberState state;
    private final OverlayLoop loop;
    private final Life life;

    /// What a member is made of.
    ///
    /// @param name as its certificate says
    /// @param address where its sessions are opened: UDP takes the same
    /// @param join members through which it finds the others; none if it is the first
    /// @param directory its own, for what it keeps over a restart
    /// @param caps of its rings and answers; empty for those of everybody
    /// @param offer what it has to give now
    public record Home(
            Identity self,
            String name,
            Federation federation,
            InetSocketAddress address,
            List<RelayAddress> join,
            Path directory,
            Optional<Caps> caps,
            Supplier<Offer> offer) {}

    private OverlayMember(Home home, Handshake handshake, DatagramIo socket, NanoClock clock, SecureRandom random) {
        this.home = home;
        this.clock = clock;
        this.random = random;
        this.bootstrap = new Bootstrap(home.join(), Bootstrap::resolved);
        this.state = new MemberState(home.directory().resolve(STATE_FILE));
        long id = Contact.idOf(home.self().keyHash().bytes());
        MemberState.Saved saved = state.read(id);
        Contact self = Contact.of(id, ownEndpoint(home.address()), Operator.of(home.name()))
                .incarnate(Contact.nextIncarnation(saved.incarnation()))
                .offering(home.offer().get());
        this.life = new Life(self, saved.contacts());
        this.loop = new OverlayLoop(
                socket, new SecureLinks(handshake, random), clock, new Participant.Member(life.node), life);
        loop.post(() -> life.begin(clock.nanos()));
        loop.start();
    }

    /// Joins from now on; the first members may come into sight somewhat later.
    ///
    /// @param shared the overlay's part of a socket that has the port already; otherwise it opens one
    /// @throws FspException PORT_IN_USE if the UDP port is taken, UNTRUSTED if the certificate is too long
    public static OverlayMember start(Home home, Optional<DatagramIo> shared, NanoClock clock, SecureRandom random) {
        Handshake handshake = new Handshake(home.self(), home.federation(), random);
        try {
            DatagramIo socket = shared.isPresent()
                    ? shared.get()
                    : DatagramSockets.configured().open(home.address());
            return new OverlayMember(home, handshake, socket, clock, random);
        } catch (IOException e) {
            throw new FspException(
                    ErrorCode.PORT_IN_USE,
                    "cannot use UDP port " + home.address().getPort() + " for the overlay: " + e.getMessage()
                            + "; choose another port, or 0 for any free one",
                    e);
        }
    }

    /// For connections to the session port that begin with [TcpPipes#FIRST_BYTE].
    public TcpPipes pipes() {
        return loop.pipes();
    }

    /// The members that it knows now, the nearest first.
    public CompletableFuture<List<Known>> known() {
        return loop.known();
    }

    @Override
    public void close() {
        loop.post(life::save);
        loop.close();
    }

    /// The address that it listens at, or, if that is all of them, the first that others may reach.
    private static Endpoint ownEndpoint(InetSocketAddress bound) {
        if (!bound.getAddress().isAnyLocalAddress()) {
            return Endpoint.of(bound);
        }
        try {
            InetAddress own = NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .min(Comparator.comparingInt(address -> address.getAddress().length))
                    .orElseGet(InetAddress::getLoopbackAddress);
            return Endpoint.of(new InetSocketAddress(own, bound.getPort()));
        } catch (SocketException e) {
            LOG.warn("cannot list this host's addresses: {}", e.getMessage());
            return Endpoint.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), bound.getPort()));
        }
    }

    private static boolean isOwnAddress(Endpoint endpoint) {
        try {
            return NetworkInterface.getByInetAddress(endpoint.toSocketAddress().getAddress()) != null;
        } catch (SocketException _) {
            return false; // an address that cannot be looked up is none of this host's
        }
    }

    /// The node, its state, and its place in the world, on the loop's thread.
    private final class Life implements OverlayLoop.Observer {
        private static final long SECOND = 1_000_000_000;
        /// How long to wait for others' word on where this host is.
        private static final long SENSE_NANOS = 2 * SECOND;

        private static final long OFFER_NANOS = 10 * SECOND;
        private static final long SAVE_NANOS = 60 * SECOND;
        private static final long FIRST_SAVE_NANOS = 2 * SECOND;

        private final NatSense sense = new NatSense(home.address().getPort(), OverlayMember::isOwnAddress);
        private OverlayNode node;
        private List<Contact> remembered;
        private long offeredNanos;
        private long savedNanos;
        private long begunNanos = Long.MAX_VALUE / 2;
        private boolean joined;

        Life(Contact self, List<Contact> remembered) {
            this.remembered = remembered;
            this.node = node(self);
        }

        private OverlayNode node(Contact self) {
            boolean loopback = self.endpoint().toSocketAddress().getAddress().isLoopbackAddress();
            OverlaySettings settings = OverlaySettings.defaults();
            return new OverlayNode(settings.withCaps(Caps.inForce(home.caps(), loopback)), self, random);
        }

        /// First it is found out where this host is: who was told a place that is not, does not come back.
        void begin(long nowNanos) {
            begunNanos = nowNanos;
            whereAmI(remembered);
        }

        private void join(long nowNanos) {
            joined = true;
            offeredNanos = nowNanos;
            savedNanos = nowNanos - SAVE_NANOS + FIRST_SAVE_NANOS;
            sense.place().ifPresent(place -> node = node(moved(place)));
            loop.replace(_ -> new Participant.Member(node));
            node.start(bootstrap.hosts(), remembered, nowNanos);
        }

        /// Asks others where they see this host.
        private void whereAmI(List<Contact> others) {
            Stream<Endpoint> more = others.stream()
                    .filter(Contact::isPublic)
                    .map(Contact::endpoint)
                    .filter(sense::isWorthAsking)
                    .limit(Contact.MAX_RENDEZVOUS);
            Stream.concat(bootstrap.hosts().stream().filter(sense::isWorthAsking), more)
                    .forEach(host -> loop.send(host, new Message.Attach(node.self())));
        }

        @Override
        public void sent(Endpoint to, Message message) {
            if (message instanceof Message.Attach || message instanceof Message.Join) {
                sense.asked(to); // the answer tells where this host was seen
            }
        }

        @Override
        public void message(SecureLinks.Received received, long nowNanos) {
            if (received.from().id() != 0) {
                switch (received.message()) {
                    case Message.Attached attached -> seen(received, attached.seenAt());
                    case Message.Welcome welcome -> seen(received, welcome.seenAt());
                    default -> {
                        // says nothing of this host's place
                    }
                }
            }
        }

        private void seen(SecureLinks.Received received, Endpoint at) {
            sense.seen(received.from().endpoint(), at, received.tcp());
        }

        @Override
        public void tick(long nowNanos) {
            if (!joined) {
                boolean alone = bootstrap.isEmpty() && remembered.isEmpty();
                if (alone || sense.observers() > 1 || nowNanos - begunNanos > SENSE_NANOS) {
                    join(nowNanos);
                }
                return;
            }
            for (var lost = node.pollLost(); lost.isPresent(); lost = node.pollLost()) {
                LOG.info("overlay lost={}", lost.get().endpoint());
            }
            sense.place().ifPresent(place -> moveTo(place, nowNanos));
            seekCompany(nowNanos);
            if (nowNanos - offeredNanos > OFFER_NANOS) {
                offeredNanos = nowNanos;
                node.offer(home.offer().get());
                if (sense.wantsMore()) {
                    whereAmI(contacts());
                }
            }
            if (nowNanos - savedNanos > SAVE_NANOS) {
                savedNanos = nowNanos;
                save();
            }
        }

        private void seekCompany(long nowNanos) {
            if (!node.known().isEmpty()) {
                bootstrap.accompanied();
            } else if (bootstrap.alone(nowNanos)) {
                Thread.ofPlatform().daemon().name("fsp-overlay-names").start(this::lookUpNames);
            }
        }

        /// On a thread of its own, as a resolver that does not answer takes its time.
        private void lookUpNames() {
            List<Endpoint> now = bootstrap.lookUp();
            loop.post(() -> {
                if (bootstrap.found(now)) {
                    node.start(bootstrap.hosts(), remembered, clock.nanos());
                }
            });
        }

        void save() {
            state.write(node.self(), contacts());
        }

        private List<Contact> contacts() {
            return node.known().stream().map(Known::contact).toList();
        }

        /// A node is where it is: at another place, it is another node with the same acquaintances.
        private void moveTo(NatSense.Place place, long nowNanos) {
            Contact self = node.self();
            boolean samePlace =
                    place.reach() == self.reach() && (place.endpoint().equals(self.endpoint()) || isOwn(place, self));
            if (samePlace) {
                return;
            }
            LOG.info("overlay place={} reach={}", place.endpoint(), place.reach());
            remembered = contacts();
            node = node(moved(place));
            loop.replace(_ -> new Participant.Member(node));
            node.start(bootstrap.hosts(), remembered, nowNanos);
        }

        private Contact moved(NatSense.Place place) {
            Contact self = node.self();
            return self.seenAt(isOwn(place, self) ? self.endpoint() : place.endpoint())
                    .reachedBy(place.reach(), List.of())
                    .incarnate(Contact.nextIncarnation(self.incarnation()));
        }

        /// A public host with several addresses stays at the one it chose.
        private boolean isOwn(NatSense.Place place, Contact self) {
            return place.reach() == Reach.PUBLIC && isOwnAddress(self.endpoint());
        }
    }
}
