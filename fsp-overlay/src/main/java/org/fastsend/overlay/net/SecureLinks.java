package org.fastsend.overlay.net;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.random.RandomGenerator;
import org.fastsend.core.bytes.MalformedBytesException;
import org.fastsend.core.trust.TrustException;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.MessageCodec;
import org.fastsend.overlay.node.Sender;
import org.fastsend.overlay.peer.Endpoint;

/// Turns messages into authenticated datagrams and back, without I/O: opens a session with a peer when there is
/// something to say to it, keeps it while it is used, and goes over to TCP where UDP gets no answer. Drops without an
/// answer whatever is malformed, forged, repeated or from somebody who has no say. Sends nobody more than they sent:
/// where a datagram says that it comes from, or a member that another can be found, anybody may write; a place counts
/// once a probe of ten bytes was answered from it. Not thread-safe.
public final class SecureLinks {
    /// Sessions at a time.
    private static final int MAX_LINKS = 4096;
    /// Links to peers that are sought, and to others that call, before they have proven anything: five
    /// seconds of all the hellos that are answered, in which whoever has said one goes on.
    private static final int MAX_UNPROVEN = 1024;

    static final long HELLO_NANOS = 400_000_000;
    static final int TRIES = 3;
    /// Probes before the first hello: they are shorter than the contact by which one was told of the peer.
    static final int KNOCKS = 2;
    /// Members that know each other ping each other at least once in a quarter of an hour, however many they know; to
    /// agree on a session costs more than all that is said in it meanwhile.
    static final long IDLE_NANOS = 1_800_000_000_000L;
    /// A peer that took its datagrams over TCP is tried over UDP again after so long.
    static final long TCP_NANOS = 600_000_000_000L;

    private static final double PROBES_PER_SECOND = 200;
    private static final double ALL_PROBES_PER_SECOND = 2000;
    private static final double HELLOS_PER_SECOND = 50;
    private static final double ALL_HELLOS_PER_SECOND = 200;

    private final Handshake handshake;
    private final Floodgate probes = new Floodgate(PROBES_PER_SECOND, ALL_PROBES_PER_SECOND);
    private final Floodgate hellos = new Floodgate(HELLOS_PER_SECOND, ALL_HELLOS_PER_SECOND);
    private final LinkTable links;
    private final Ways ways = new Ways();
    private final Queue<Transmit> out = new ArrayDeque<>();
    private final Queue<PipeNews> pipeNews = new ArrayDeque<>();
    private final Knocks knocks;

    /// A datagram to be sent.
    record Transmit(Path path, byte[] datagram) {}

    /// A message that came.
    ///
    /// @param tcp whether over TCP, where the sender's port says nothing
    record Received(Sender from, Message message, boolean tcp) {}

    /// @param random nobody must be able to guess what it draws
    SecureLinks(Handshake handshake, RandomGenerator random) {
        this(handshake, random, new LinkTable.Room(MAX_LINKS, MAX_UNPROVEN));
    }

    /// For tests of the limit.
    SecureLinks(Handshake handshake, RandomGenerator random, LinkTable.Room room) {
        this.links = new LinkTable(room, random, peer -> pipeNews.add(new PipeNews.Unused(peer)));
        this.handshake = handshake;
        this.knocks = new Knocks(random);
    }

    /// Sends a message to whoever is at the endpoint, or only to the member with that id if it is not 0.
    void send(Endpoint to, long toId, Message message, long nowNanos) {
        byte[] encoded = MessageCodec.encode(message);
        if (isBare(message) && !isOverTcp(to)) {
            out.add(new Transmit(Path.udp(to), new Datagram.Bare(encoded).encode()));
            return;
        }
        Link link = links.to(to, () -> ways.to(to, nowNanos), nowNanos);
        Link.Waiting waiting = new Link.Waiting(toId, encoded);
        if (link.isOpen()) {
            seal(link, waiting);
            if (!message.isAnswer()) {
                link.asked(nowNanos);
            }
            if (isDeaf(link, nowNanos)) {
                link.await(waiting);
                hello(link, nowNanos);
            }
        } else {
            link.await(waiting);
            if (link.tries() == 0) {
                approach(link, nowNanos);
            }
        }
    }

    /// Whether nothing comes back: the peer may have been started anew, and knows nothing of the session. It is greeted
    /// again, at growing intervals, while the session goes on for as long as it does.
    private static boolean isDeaf(Link link, long nowNanos) {
        return link.isUnansweredFor(HELLO_NANOS, nowNanos)
                && (link.tries() == 0 || nowNanos - link.triedNanos() >= waitNanos(link));
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

    /// Knocks or says hello again, or over TCP, or gives up; forgets what nobody used for long.
    void handleTimeout(long nowNanos) {
        for (Link link : links.all()) {
            if (!link.isOpen() && link.tries() > 0 && nowNanos - link.triedNanos() >= waitNanos(link)) {
                goOn(link, nowNanos);
            } else if (nowNanos - link.heardNanos() > IDLE_NANOS) {
                links.forget(link);
            }
        }
    }

    /// When [#handleTimeout] is due; [Long#MAX_VALUE] if never.
    long nextDeadlineNanos() {
        long next = Long.MAX_VALUE;
        for (Link link : links.all()) {
            next = Math.min(
                    next,
                    link.isOpen() || link.tries() == 0
                            ? link.heardNanos() + IDLE_NANOS + 1
                            : link.triedNanos() + waitNanos(link));
        }
        return next;
    }

    Optional<Transmit> poll() {
        return Optional.ofNullable(out.poll());
    }

    /// To be asked for after each call, before [#poll].
    Optional<PipeNews> pollPipeNews() {
        return Optional.ofNullable(pipeNews.poll());
    }

    private void proven(Link link, Path by) {
        links.proven(link);
        if (by.tcp()) {
            pipeNews.add(new PipeNews.Authentic(by.endpoint()));
        }
    }

    /// A TCP connection is gone, or could not be made.
    void handleClosed(Path path) {
        Optional<Link> link = links.at(path.endpoint()).filter(l -> l.path().equals(path));
        if (link.isPresent()) {
            ways.failed(path.endpoint());
            links.forget(link.get());
        }
    }

    int links() {
        return links.size();
    }

    private Optional<Received> bare(Path from, byte[] encoded, long nowNanos) throws MalformedBytesException {
        Message message = MessageCodec.decode(encoded);
        if (!isBare(message)) {
            return Optional.empty();
        }
        if (message instanceof Message.Probe && !probes.lets(from.endpoint().subnet(), nowNanos)) {
            return Optional.empty(); // answers need no bound: none can be guessed, and to look takes nothing
        }
        if (message instanceof Message.ProbeAnswer(long nonce)) {
            Optional<Integer> about = knocks.answered(nonce);
            if (about.isPresent()) {
                links.numbered(about.get()).ifPresent(link -> admitted(link, nonce, nowNanos));
                return Optional.empty();
            }
        }
        return Optional.of(new Received(new Sender(0, from.endpoint()), message, from.tcp()));
    }

    /// Somebody is where the link's peer is said to be: nobody else was told the number, whichever of its addresses it
    /// answers from.
    private void admitted(Link link, long nonce, long nowNanos) {
        Optional<Path> at = link.admitted(nonce);
        if (at.isPresent() && link.isOpen()) {
            lead(link, at.get(), nowNanos);
        } else if (at.isPresent()) {
            hello(link, nowNanos);
        }
    }

    private void answer(Path from, Datagram.Hello hello, long nowNanos) throws TrustException {
        if (!hellos.lets(from.endpoint().subnet(), nowNanos)) {
            return;
        }
        int index = links.freeIndex();
        Handshake.Answered answered = handshake.answer(hello, index);
        Link link = links.called(index, from, nowNanos);
        link.open(answered.agreed(), nowNanos);
        out.add(new Transmit(from, answered.welcome().encode()));
    }

    private void finish(Path from, Datagram.Welcome welcome, long nowNanos) throws TrustException {
        Optional<Link> greeting = links.numbered(welcome.to()).filter(l -> l.begun() != null);
        if (greeting.isEmpty()) {
            return;
        }
        Link link = greeting.get();
        link.open(handshake.finish(Objects.requireNonNull(link.begun()), welcome), nowNanos);
        proven(link, from);
        if (!from.equals(link.path())) {
            link.calledAt(link.path().endpoint()); // where the hello has arrived, whatever this says of itself
        }
        ways.heard(link.path(), nowNanos);
        link.takeWaiting().forEach(waiting -> seal(link, waiting));
    }

    private Optional<Received> open(Path from, Datagram.Sealed sealed, long nowNanos) throws MalformedBytesException {
        Optional<Link> session = links.numbered(sealed.to()).filter(Link::isOpen);
        Optional<byte[]> plain = session.flatMap(l -> l.unseal(sealed));
        if (plain.isEmpty()) {
            return Optional.empty();
        }
        Link link = session.get();
        link.heard(nowNanos);
        proven(link, from);
        if (from.equals(link.path())) {
            lead(link, from, nowNanos);
        } else if (!from.tcp()) {
            link.knockedElsewhere(knock(link, from));
        }
        Message message = MessageCodec.decode(plain.get());
        Path proven = link.path();
        return link.maySay(message)
                ? Optional.of(new Received(new Sender(link.peerId(), proven.endpoint()), message, proven.tcp()))
                : Optional.empty();
    }

    private void lead(Link link, Path path, long nowNanos) {
        ways.heard(path, nowNanos);
        links.lead(link, path, nowNanos).ifPresent(other -> {
            other.takeWaiting().forEach(waiting -> seal(link, waiting)); // it is still heard until it is forgotten
        });
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

    /// Opens a session, or sees first whether anybody is there: a greeting is a hundred times as long as a name, and
    /// others say whom to greet.
    private void approach(Link link, long nowNanos) {
        if (isStranger(link)) {
            link.knockedAt(knock(link, link.path()), nowNanos);
        } else {
            hello(link, nowNanos);
        }
    }

    /// Whether nothing shows yet that anybody is there.
    private boolean isStranger(Link link) {
        return link.begun() == null
                && !link.path().tcp()
                && !ways.isHeard(link.path().endpoint());
    }

    private Link.Knock knock(Link link, Path at) {
        Link.Knock knock = knocks.begin(link, at);
        byte[] probe = MessageCodec.encode(new Message.Probe(knock.nonce()));
        out.add(new Transmit(at, new Datagram.Bare(probe).encode()));
        return knock;
    }

    private void hello(Link link, long nowNanos) {
        Handshake.Begun begun = link.begun() == null ? handshake.begin(link.index()) : link.begun();
        link.greeted(begun, nowNanos);
        out.add(new Transmit(link.path(), begun.hello().encode()));
    }

    private void goOn(Link link, long nowNanos) {
        if (link.tries() < (isStranger(link) ? KNOCKS : TRIES)) {
            approach(link, nowNanos);
        } else if (!link.path().tcp()) {
            link.movedTo(link.path().overTcp());
            hello(link, nowNanos);
        } else {
            ways.failed(link.path().endpoint());
            links.forget(link);
        }
    }

    /// Twice as long each time.
    private static long waitNanos(Link link) {
        return HELLO_NANOS << Math.min(link.tries() - 1, TRIES);
    }

    /// Where datagrams do not get through a probe has to take the way that everything takes.
    private boolean isOverTcp(Endpoint to) {
        return links.at(to).filter(link -> link.isOpen() && link.path().tcp()).isPresent();
    }

    private static boolean isBare(Message message) {
        return message instanceof Message.Probe || message instanceof Message.ProbeAnswer;
    }

    /// The members that are heard from now.
    List<Endpoint> peers() {
        return links.endpoints();
    }
}
