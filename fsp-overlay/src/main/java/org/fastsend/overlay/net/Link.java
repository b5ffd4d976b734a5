package org.fastsend.overlay.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.fastsend.core.trust.Member;
import org.fastsend.core.trust.Role;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.jspecify.annotations.Nullable;

/// What is known of the way to one endpoint: the session, or the hello that is to open one and what waits for it. Not
/// thread-safe.
final class Link {
    /// Messages that wait for a session.
    private static final int MAX_WAITING = 16;

    private final int index;
    private Path path;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private Handshake.@Nullable Begun begun;
    private Handshake.@Nullable Agreed agreed;
    /// What was agreed with the same peer before that: it may not know yet that there is something newer.
    private Handshake.@Nullable Agreed before;
    private int hellos;
    private long helloNanos;
    private long heardNanos;
    private boolean unanswered;
    private long askedNanos;

    /// A message for whoever has this id, 0 for whoever is there.
    record Waiting(long toId, byte[] message) {}

    Link(int index, Path path, long nowNanos) {
        this.index = index;
        this.path = path;
        this.heardNanos = nowNanos;
    }

    /// By which the peer addresses it.
    int index() {
        return index;
    }

    Path path() {
        return path;
    }

    void movedTo(Path other) {
        path = other;
    }

    boolean isOpen() {
        return agreed != null;
    }

    Member peer() {
        return agreed().peer();
    }

    long peerId() {
        return Contact.idOf(peer().key().bytes());
    }

    Handshake.Agreed agreed() {
        if (agreed == null) {
            throw new IllegalStateException("no session with " + path);
        }
        return agreed;
    }

    /// What the peer has sealed; empty if it has not.
    Optional<byte[]> unseal(Datagram.Sealed datagram) {
        Optional<byte[]> plain = agreed().receive().open(datagram);
        return plain.isPresent() || before == null ? plain : before.receive().open(datagram);
    }

    Handshake.@Nullable Begun begun() {
        return begun;
    }

    int hellos() {
        return hellos;
    }

    long helloNanos() {
        return helloNanos;
    }

    void saidHello(Handshake.Begun hello, int times, long nowNanos) {
        begun = hello;
        hellos = times;
        helloNanos = nowNanos;
    }

    void open(Handshake.Agreed session, long nowNanos) {
        before = agreed != null && agreed.peer().key().equals(session.peer().key()) ? agreed : null;
        agreed = session;
        begun = null;
        hellos = 0;
        heard(nowNanos);
    }

    void heard(long nowNanos) {
        heardNanos = nowNanos;
        unanswered = false;
    }

    /// Something was sent in the session that is no answer.
    void asked(long nowNanos) {
        if (!unanswered) {
            unanswered = true;
            askedNanos = nowNanos;
        }
    }

    /// Whether something was asked so long ago, and nothing has come since.
    boolean isUnansweredFor(long nanos, long nowNanos) {
        return unanswered && nowNanos - askedNanos >= nanos;
    }

    long heardNanos() {
        return heardNanos;
    }

    /// The oldest gives way.
    void await(Waiting message) {
        waiting.add(message);
        if (waiting.size() > MAX_WAITING) {
            waiting.remove();
        }
    }

    List<Waiting> takeWaiting() {
        List<Waiting> all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }

    /// Whether the peer, by its certificate, may say that: only relays are members.
    boolean maySay(Message message) {
        return (peer().role() == Role.RELAY && isHonest(message)) || isForAnyone(message);
    }

    /// Servers and clients ask, and measure what they ask about.
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
    private boolean isHonest(Message message) {
        Contact self = switch (message) {
            case Message.Ping ping -> ping.self();
            case Message.Pong pong -> pong.self();
            case Message.Gossip gossip -> gossip.self();
            case Message.Join join -> join.self();
            case Message.Welcome welcome -> welcome.self();
            case Message.Attach attach -> attach.self();
            default -> Contact.of(peerId(), Endpoint.SELF, Operator.of(peer().name()));
        };
        return self.id() == peerId() && self.operator() == Operator.of(peer().name());
    }
}
