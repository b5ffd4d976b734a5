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
    private Standing standing;
    private Path path;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private Handshake.@Nullable Begun begun;
    private Handshake.@Nullable Agreed agreed;
    /// What was agreed with the same peer before that: it may not know yet that there is something newer.
    private Handshake.@Nullable Agreed before;
    /// What was said to open it, one after the other.
    private int tries;
    private long triedNanos;
    private @Nullable Knock knock;
    private @Nullable Endpoint calledAt;
    private long heardNanos;
    private boolean unanswered;
    private long askedNanos;

    /// A probe on its way to where the peer is said to be: its answer shows that it is there.
    record Knock(Path at, long nonce) {}

    /// A message for whoever has this id, 0 for whoever is there.
    record Waiting(long toId, byte[] message) {}

    /// What is known of whoever is at the other end; links of one standing take room from each other
    /// alone.
    enum Standing {
        /// This end looks for somebody there.
        SOUGHT,
        /// Somebody said hello, which may be another's that was overheard, from an address that may be
        /// made up.
        CALLING,
        /// It has said something that only the peer can say, and only now.
        PROVEN
    }

    Link(int index, Standing standing, Path path, long nowNanos) {
        this.index = index;
        this.standing = standing;
        this.path = path;
        this.heardNanos = nowNanos;
    }

    /// By which the peer addresses it.
    int index() {
        return index;
    }

    Standing standing() {
        return standing;
    }

    void proven() {
        standing = Standing.PROVEN;
    }

    Path path() {
        return path;
    }

    void movedTo(Path other) {
        path = other;
    }

    /// The peer is to be called there, and answers from another of its addresses.
    void calledAt(Endpoint endpoint) {
        calledAt = endpoint;
    }

    boolean isCalledAt(Endpoint endpoint) {
        return endpoint.equals(calledAt);
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

    /// How often the peer was greeted, or knocked at, since it last answered.
    int tries() {
        return tries;
    }

    long triedNanos() {
        return triedNanos;
    }

    void greeted(Handshake.Begun hello, long nowNanos) {
        begun = hello;
        tries++;
        triedNanos = nowNanos;
    }

    Optional<Knock> knock() {
        return Optional.ofNullable(knock);
    }

    /// Before anybody is greeted there.
    void knockedAt(Knock first, long nowNanos) {
        knock = first;
        tries++;
        triedNanos = nowNanos;
    }

    /// In a session, where the peer seems to be now.
    void knockedElsewhere(Knock there) {
        knock = there;
    }

    /// Somebody is there; a session is still to be opened, or goes on.
    ///
    /// @return where; empty if the answer is not that of the last knock
    Optional<Path> admitted(long nonce) {
        Optional<Path> at = knock().filter(last -> last.nonce() == nonce).map(Knock::at);
        if (at.isPresent()) {
            knock = null;
            tries = isOpen() ? tries : 0;
        }
        return at;
    }

    void open(Handshake.Agreed session, long nowNanos) {
        before = agreed != null && agreed.peer().key().equals(session.peer().key()) ? agreed : null;
        agreed = session;
        begun = null;
        tries = 0;
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
