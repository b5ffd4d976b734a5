package org.fastsend.overlay.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.fastsend.core.trust.Member;
import org.fastsend.overlay.peer.Contact;
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
    private int hellos;
    private long helloNanos;
    private long heardNanos;

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
        agreed = session;
        begun = null;
        hellos = 0;
        heardNanos = nowNanos;
    }

    void heard(long nowNanos) {
        heardNanos = nowNanos;
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
}
