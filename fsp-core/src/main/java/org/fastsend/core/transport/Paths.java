package org.fastsend.core.transport;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/// Where the peer is: the address in use, a new one that is being tried, and challenges to be answered.
/// An address comes into use only when the peer answered from there (docs/wire.md, "UDP"). Not
/// thread-safe.
final class Paths {
    private static final int MAX_RESPONSES = 4;
    /// A datagram with a challenge is no longer.
    private static final int CHALLENGE_BYTES = 64;
    private static final long NEVER = Long.MAX_VALUE;

    /// A challenge to be answered to where it came from.
    record Response(long token, InetSocketAddress to) {}

    private @Nullable PeerPath active;
    private @Nullable PeerPath candidate;
    private final ArrayDeque<Response> responses = new ArrayDeque<>();
    private long tokenState;

    Paths(@Nullable InetSocketAddress peer, long seed) {
        this.active = peer == null ? null : PeerPath.ofAcceptor(peer);
        this.tokenState = seed;
    }

    /// Null before the peer's address is known.
    @Nullable
    PeerPath active() {
        return active;
    }

    /// An authentic datagram came from there.
    ///
    /// @param newest whether it is the newest of the peer's
    void received(InetSocketAddress from, int bytes, boolean newest) {
        if (active == null) {
            active = new PeerPath(from);
        }
        if (active.address().equals(from)) {
            active.received(bytes);
            candidate = newest ? null : candidate; // it is back
            return;
        }
        if (newest && (candidate == null || !candidate.address().equals(from))) {
            candidate = new PeerPath(from);
        }
        if (candidate != null && candidate.address().equals(from)) {
            candidate.received(bytes);
        }
    }

    void challenged(long token, InetSocketAddress from) {
        if (responses.size() < MAX_RESPONSES) {
            responses.add(new Response(token, from));
        }
    }

    /// The peer answered a challenge. Returns whether that moves the connection to another address.
    boolean answered(long token, InetSocketAddress from) {
        PeerPath tried = candidate;
        if (tried != null && tried.address().equals(from) && tried.answer(token)) {
            active = tried;
            candidate = null;
            return true;
        }
        if (active != null && active.address().equals(from)) {
            active.answer(token);
        }
        return false;
    }

    @Nullable
    Response peekResponse() {
        return responses.peekFirst();
    }

    void dropResponse() {
        responses.removeFirst();
    }

    /// When an address is to be challenged; Long.MAX_VALUE if none. More and more rarely: nothing is known of the round
    /// trip there.
    ///
    /// @param repeatNanos after how long, given the doublings
    long deadlineNanos(IntToLongFunction repeatNanos) {
        PeerPath path = unproven();
        if (path == null) {
            return NEVER;
        }
        if (!path.allows(CHALLENGE_BYTES)) {
            return NEVER;
        }
        return path.challenges() == 0
                ? Long.MIN_VALUE
                : path.challengedNanos() + repeatNanos.applyAsLong(path.challenges() - 1);
    }

    /// The address to challenge.
    @Nullable
    PeerPath unproven() {
        if (candidate != null) {
            return candidate;
        }
        return active != null && !active.isValidated() ? active : null;
    }

    /// The address did not answer for long: it was not the peer's.
    void dropSilentCandidate() {
        if (candidate != null && candidate.challenges() >= PeerPath.MAX_CHALLENGES) {
            candidate = null;
        }
    }

    /// Drawn from the seed (SplitMix64).
    long newToken() {
        tokenState += 0x9e3779b97f4a7c15L;
        long mixed = (tokenState ^ (tokenState >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
