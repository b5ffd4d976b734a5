package org.fastsend.overlay.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.random.RandomGenerator;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.trust.Role;
import org.fastsend.core.trust.TrustException;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.MessageCodec;
import org.fastsend.overlay.node.Sender;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.jspecify.annotations.Nullable;

/// Turns messages into authenticated datagrams and back, without I/O: opens a session with a peer when there is
/// something to say to it, keeps it while it is used, and goes over to TCP where UDP gets no answer. Drops without an
/// answer whatever is malformed, forged, repeated or from somebody who has no say. Not thread-safe.
public final class SecureLinks {
    /// Sessions at a time; the one that was silent the longest gives way.
    static final int MAX_LINKS = 4096;

    static final long HELLO_NANOS = 400_000_000;
    static final int HELLOS = 3;
    static final long IDLE_NANOS = 300_000_000_000L;
    /// A peer that took its datagrams over TCP is tried over UDP again after so long.
    static final long TCP_NANOS = 600_000_000_000L;

    /// Members that know each other hear from each other more often than that.
    static final long TAKEN_NANOS = 30_000_000_000L;

    private static final double PROBES_PER_SECOND = 200;
    private static final double ALL_PROBES_PER_SECOND = 2000;
    private static final double HELLOS_PER_SECOND = 50;
    private static final double ALL_HELLOS_PER_SECOND = 200;

    private final Handshake handshake;
    private final RandomGenerator random;
    private final Floodgate probes = new Floodgate(PROBES_PER_SECOND, ALL_PROBES_PER_SECOND);
    private final Floodgate hellos = new Floodgate(HELLOS_PER_SECOND, ALL_HELLOS_PER_SECOND);
    private final Map<Integer, Link> byIndex = new LinkedHashMap<>();
    private final Map<Endpoint, Link> byEndpoint = new HashMap<>();
    private final Ways ways = new Ways();
    private final Queue<Transmit> out = new ArrayDeque<>();
    private final boolean tcpToo;
    private final int maxLinks;

    /// A datagram to be sent.
    record Transmit(Path path, byte[] datagram) {}

    /// A message that came.
    ///
    /// @param tcp whether over TCP, where the sender's port says nothing
    record Received(Sender from, Message message, boolean tcp) {}

    /// @param random of cryptographic quality is not needed: indexes name sessions, they do not protect them
    /// @param tcpToo whether TCP is tried where UDP gets no answer
    SecureLinks(Handshake handshake, RandomGenerator random, boolean tcpToo) {
        this(handshake, random, tcpToo, MAX_LINKS);
    }

    /// For tests of the limit.
    SecureLinks(Handshake handshake, RandomGenerator random, boolean tcpToo, int maxLinks) {
        this.maxLinks = maxLinks;
        this.handshake = handshake;
        this.random = random;
        this.tcpToo = tcpToo;
    }

    /// Sends a message to whoever is at the endpoint, or only to the member with that id if it is not 0.
    void send(Endpoint to, long toId, Message message, long nowNanos) {
        byte[] encoded = MessageCodec.encode(message);
        if (isBare(message) && !isOverTcp(to)) {
            out.add(new Transmit(Path.udp(to), new Datagram.Bare(encoded).encode()));
            return;
        }
        Link link = linkTo(to, nowNanos);
        Link.Waiting waiting = new Link.Waiting(toId, encoded);
        if (link.isOpen()) {
            seal(link, waiting);
            link.said(nowNanos);
            if (isDeaf(link, nowNanos)) {
                link.await(waiting);
                hello(link, nowNanos);
            }
        } else {
            link.await(waiting);
            if (link.hellos() == 0) {
                hello(link, nowNanos);
            }
        }
    }

    private Link linkTo(Endpoint to, long nowNanos) {
        Link link = byEndpoint.get(to);
        if (link == null) {
            link = link(ways.to(to, nowNanos), nowNanos); // for which another may have to be forgotten
            byEndpoint.put(to, link);
        }
        return link;
    }

    /// Whether nothing comes back: the peer may have been started anew, and knows nothing of the session. It is greeted
    /// again, at growing intervals, while the session goes on for as long as it does.
    private static boolean isDeaf(Link link, long nowNanos) {
        return link.isUnansweredFor(HELLO_NANOS, nowNanos)
                && (link.hellos() == 0 || nowNanos - link.helloNanos() >= waitNanos(link));
    }

    /// A datagram came; the message in it, if there is one for this end.
    Optional<Received> handle(Path from, byte[] bytes, long nowNanos) {
        try {
            return switch (Datagram.decode(bytes)) {
                case Datagram.Bare(byte[] message) -> bare(from, message, nowNanos);
                case Datagram.Hello hello -> {
                    answer(from, hello, nowNanos);
                    yield Optional.empty();
                }
                case Datagram.Welcome welcome -> {
                    finish(from, welcome, nowNanos);
                    yield Optional.empty();
                }
                case Datagram.Sealed sealed -> open(from, sealed, nowNanos);
            };
        } catch (MalformedBytesException | TrustException _) {
            return Optional.empty(); // whoever sends such things gets no answer, and no say in what is logged
        }
    }

    /// Says hello again, or over TCP, or gives up; forgets what nobody used for long.
    void handleTimeout(long nowNanos) {
        for (Link link : new ArrayList<>(byIndex.values())) {
            if (!link.isOpen() && link.hellos() > 0 && nowNanos - link.helloNanos() >= waitNanos(link)) {
                goOn(link, nowNanos);
            } else if (nowNanos - link.heardNanos() > IDLE_NANOS) {
                forget(link);
            }
        }
    }

    /// When [#handleTimeout] is due; [Long#MAX_VALUE] if never.
    long nextDeadlineNanos() {
        long next = Long.MAX_VALUE;
        for (Link link : byIndex.values()) {
            next = Math.min(
                    next,
                    link.isOpen() || link.hellos() == 0
                            ? link.heardNanos() + IDLE_NANOS + 1
                            : link.helloNanos() + waitNanos(link));
        }
        return next;
    }

    Optional<Transmit> poll() {
        return Optional.ofNullable(out.poll());
    }

    /// A TCP connection is gone, or could not be made.
    void handleClosed(Path path) {
        Link link = byEndpoint.get(path.endpoint());
        if (link != null && link.path().equals(path)) {
            ways.failed(path.endpoint());
            forget(link);
        }
    }

    int links() {
        return byIndex.size();
    }

    private Optional<Received> bare(Path from, byte[] encoded, long nowNanos) throws MalformedBytesException {
        Message message = MessageCodec.decode(encoded);
        if (!isBare(message) || !probes.lets(from.endpoint().subnet(), nowNanos)) {
            return Optional.empty();
        }
        return Optional.of(new Received(new Sender(0, from.endpoint()), message, from.tcp()));
    }

    private void answer(Path from, Datagram.Hello hello, long nowNanos) throws TrustException {
        if (!hellos.lets(from.endpoint().subnet(), nowNanos)) {
            return;
        }
        Link link = new Link(freeIndex(), from, nowNanos);
        Handshake.Answered answered = handshake.answer(hello, link.index());
        ways.heard(from, nowNanos);
        link.open(answered.agreed(), nowNanos);
        keep(link);
        out.add(new Transmit(from, answered.welcome().encode()));
    }

    private void finish(Path from, Datagram.Welcome welcome, long nowNanos) throws TrustException {
        Link link = byIndex.get(welcome.to());
        if (link == null || link.begun() == null) {
            return;
        }
        link.open(handshake.finish(link.begun(), welcome), nowNanos);
        link.movedTo(from);
        ways.heard(from, nowNanos);
        link.takeWaiting().forEach(waiting -> seal(link, waiting));
    }

    private Optional<Received> open(Path from, Datagram.Sealed sealed, long nowNanos) throws MalformedBytesException {
        Link link = byIndex.get(sealed.to());
        if (link == null || !link.isOpen()) {
            return Optional.empty();
        }
        Optional<byte[]> plain = link.unseal(sealed);
        if (plain.isEmpty()) {
            return Optional.empty();
        }
        link.heard(nowNanos);
        ways.heard(from, nowNanos);
        adopt(link, from, nowNanos);
        Message message = MessageCodec.decode(plain.get());
        boolean member = link.peer().role() == Role.RELAY;
        return (member && isHonest(link, message)) || isForAnyone(message)
                ? Optional.of(new Received(new Sender(link.peerId(), from.endpoint()), message, from.tcp()))
                : Optional.empty();
    }

    /// The peer has proven that it is there: what goes to this endpoint takes this session from now on.
    private void adopt(Link link, Path from, long nowNanos) {
        Link other = byEndpoint.get(from.endpoint());
        if ((other == link && link.path().equals(from)) || isTaken(other, link, nowNanos)) {
            return;
        }
        byEndpoint.remove(link.path().endpoint(), link);
        link.movedTo(from);
        byEndpoint.put(from.endpoint(), link);
        if (other != null && other != link) {
            other.takeWaiting().forEach(waiting -> seal(link, waiting)); // it is still heard until it is forgotten
        }
    }

    /// Where a datagram says that it comes from anybody can write: a member that was heard there a short time ago
    /// is not cut off by another.
    private static boolean isTaken(@Nullable Link other, Link by, long nowNanos) {
        return other != null
                && other != by
                && other.isOpen()
                && other.peerId() != by.peerId()
                && nowNanos - other.heardNanos() < TAKEN_NANOS;
    }

    private void seal(Link link, Link.Waiting message) {
        if (message.toId() == 0 || message.toId() == link.peerId()) {
            byte[] datagram = link.agreed()
                    .send()
                    .seal(link.agreed().peerIndex(), message.message())
                    .encode();
            out.add(new Transmit(link.path(), datagram));
        }
    }

    private Link link(Path path, long nowNanos) {
        Link link = new Link(freeIndex(), path, nowNanos);
        keep(link);
        return link;
    }

    private void keep(Link link) {
        byIndex.put(link.index(), link);
        if (byIndex.size() > maxLinks) {
            byIndex.values().stream()
                    .min(Comparator.comparingLong(Link::heardNanos))
                    .ifPresent(this::forget);
        }
    }

    /// A host may have answered from another address than it was called at; nothing leads to the link any more.
    private void forget(Link link) {
        byIndex.remove(link.index());
        byEndpoint.values().removeIf(known -> known == link);
    }

    private void hello(Link link, long nowNanos) {
        Handshake.Begun begun = link.begun() == null ? handshake.begin(link.index()) : link.begun();
        link.saidHello(begun, link.hellos() + 1, nowNanos);
        out.add(new Transmit(link.path(), begun.hello().encode()));
    }

    private void goOn(Link link, long nowNanos) {
        if (link.hellos() < HELLOS) {
            hello(link, nowNanos);
        } else if (tcpToo && !link.path().tcp()) {
            link.movedTo(link.path().overTcp());
            hello(link, nowNanos);
        } else {
            ways.failed(link.path().endpoint());
            forget(link);
        }
    }

    /// Twice as long each time.
    private static long waitNanos(Link link) {
        return HELLO_NANOS << Math.min(link.hellos() - 1, HELLOS);
    }

    /// Where datagrams do not get through a probe has to take the way that everything takes.
    private boolean isOverTcp(Endpoint to) {
        Link link = byEndpoint.get(to);
        return link != null && link.isOpen() && link.path().tcp();
    }

    private int freeIndex() {
        int index = random.nextInt();
        while (byIndex.containsKey(index)) {
            index = random.nextInt();
        }
        return index;
    }

    private static boolean isBare(Message message) {
        return message instanceof Message.Probe || message instanceof Message.ProbeAnswer;
    }

    /// Only relays are members; servers and clients ask, and measure what they ask about.
    private static boolean isForAnyone(Message message) {
        return switch (message) {
            case Message.Probe _,
                    Message.ProbeAnswer _,
                    Message.Ask _,
                    Message.Answer _,
                    Message.Measure _,
                    Message.Measured _ -> true;
            case Message.Relay relay -> relay.message() instanceof Message.Measure;
            default -> false;
        };
    }

    /// What a member says of itself has to agree with its certificate.
    private static boolean isHonest(Link link, Message message) {
        Contact self = switch (message) {
            case Message.Ping ping -> ping.self();
            case Message.Pong pong -> pong.self();
            case Message.Gossip gossip -> gossip.self();
            case Message.Join join -> join.self();
            case Message.Welcome welcome -> welcome.self();
            case Message.Attach attach -> attach.self();
            default ->
                Contact.of(link.peerId(), Endpoint.SELF, Operator.of(link.peer().name()));
        };
        return self.id() == link.peerId()
                && self.operator() == Operator.of(link.peer().name());
    }

    /// The members that are heard from now.
    List<Endpoint> peers() {
        return List.copyOf(byEndpoint.keySet());
    }
}
