package org.fastsend.core.transport;

import java.net.InetSocketAddress;

/// One address of the peer. Until it answered a challenge from there, no more than three times what
/// came from it is sent to it (RFC 9000 section 8.1). Not thread-safe.
final class PeerPath {
    private static final int AMPLIFICATION = 3;
    /// With so many challenges, all unanswered, a new address is forgotten: seconds after the first, even if the old
    /// path took a millisecond, for an answer to a forgotten one proves nothing.
    static final int MAX_CHALLENGES = 10;

    /// To the address that TLS has proven to be the acceptor's: [SendingSide#EARLY_BYTES] in the smallest datagrams,
    /// and some hellos.
    private static final int EARLY_DATAGRAM_BYTES = 80 << 10;
    /// Challenges closer than that went at the same time.
    private static final long SAME_TIME_NANOS = 1_000_000;

    private final InetSocketAddress address;
    private final int earlyBytes;
    private long receivedBytes;
    private long sentBytes;
    private boolean validated;
    private long token;
    private long firstChallengedNanos;
    private long challengedNanos;
    private int challenges;

    PeerPath(InetSocketAddress address) {
        this(address, 0);
    }

    private PeerPath(InetSocketAddress address, int earlyBytes) {
        this.address = address;
        this.earlyBytes = earlyBytes;
    }

    /// Where an initiator begins.
    static PeerPath ofAcceptor(InetSocketAddress address) {
        return new PeerPath(address, EARLY_DATAGRAM_BYTES);
    }

    InetSocketAddress address() {
        return address;
    }

    void received(int bytes) {
        receivedBytes += bytes;
    }

    void sent(int bytes) {
        sentBytes += bytes;
    }

    boolean allows(int bytes) {
        return validated || sentBytes + bytes <= earlyBytes + AMPLIFICATION * receivedBytes;
    }

    boolean isValidated() {
        return validated;
    }

    /// The challenge that goes out now; the same until it is answered.
    long challenge(long newToken, long nowNanos) {
        if (challenges == 0) {
            token = newToken;
            firstChallengedNanos = nowNanos;
        }
        challenges++;
        challengedNanos = nowNanos;
        return token;
    }

    int challenges() {
        return challenges;
    }

    long challengedNanos() {
        return challengedNanos;
    }

    /// Whether all its challenges went at one time, from which to an answer is a round trip.
    boolean isChallengedOnce() {
        return challenges > 0 && challengedNanos - firstChallengedNanos <= SAME_TIME_NANOS;
    }

    /// Whether the answer fits; then the address is the peer's.
    boolean answer(long response) {
        if (challenges == 0 || response != token) {
            return false;
        }
        validated = true;
        return true;
    }
}
