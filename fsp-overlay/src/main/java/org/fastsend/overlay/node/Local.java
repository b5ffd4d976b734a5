package org.fastsend.overlay.node;

import java.util.random.RandomGenerator;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.probe.Pending;
import org.fastsend.overlay.probe.Position;
import org.fastsend.overlay.probe.Sighting;

/// What the parts of one node share: who it is, where it lies, what it sends and what it waits for. Not thread-safe.
final class Local {
    static final long MILLISECOND = 1_000_000;
    static final long SECOND = 1_000_000_000;

    private final OverlaySettings settings;
    private final RandomGenerator random;
    private final OpenPaths open = new OpenPaths();
    private final Outbox outbox = new Outbox(open);
    private final Pending<Task> pending;
    private final Position position;
    private Contact self;
    private int moves;

    Local(OverlaySettings settings, Contact self, RandomGenerator random) {
        this.settings = settings;
        this.self = self;
        this.random = random;
        pending = new Pending<>(random);
        position = new Position(self.coordinate());
    }

    OverlaySettings settings() {
        return settings;
    }

    RandomGenerator random() {
        return random;
    }

    OpenPaths open() {
        return open;
    }

    Outbox outbox() {
        return outbox;
    }

    Pending<Task> pending() {
        return pending;
    }

    Position position() {
        return position;
    }

    /// As it describes itself now.
    Contact self() {
        if (moves != position.moves()) {
            moves = position.moves();
            self = self.at(position.coordinate());
        }
        return self;
    }

    void self(Contact now) {
        self = now;
    }

    boolean isSelf(Contact contact) {
        return contact.id() == self.id();
    }

    /// Hosts of one network are so near that their common access link, which coordinates are made of, says nothing.
    boolean sharesNetwork(Contact contact) {
        return contact.endpoint().subnet() == self.endpoint().subnet();
    }

    /// What the node learns about where it lies from having measured a member.
    void sighted(Contact member, float rttMillis) {
        if (member.coordinate().isKnown() && !sharesNetwork(member)) {
            position.sighted(new Sighting(member.coordinate(), rttMillis), random.nextDouble());
        } else if (!position.coordinate().isKnown()) {
            position.sighted(new Sighting(member.coordinate(), rttMillis), random.nextDouble());
        }
    }

    /// The time since something was sent, at least 0. When an answer came is reckoned by a clock that may be
    /// set meanwhile, and so may seem to be before the question.
    static float millisSince(long sentNanos, long nowNanos) {
        return Math.max(0, nowNanos - sentNanos) / (float) MILLISECOND;
    }

    /// A time around the given one, so that nodes do not fall into step.
    long about(long nanos) {
        return nanos - nanos / 4 + random.nextLong(nanos / 2 + 1);
    }
}
