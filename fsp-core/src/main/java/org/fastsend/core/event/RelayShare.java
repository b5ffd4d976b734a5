package org.fastsend.core.event;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What one peer took or gave.
///
/// @param bytes sealed bytes
/// @param bitsPerSecond those bytes over the time from its first to its last block
public record RelayShare(String name, long bytes, double bitsPerSecond) {
    /// The name of the receiver itself, where it takes blocks from the sender without a relay.
    public static final String DIRECT = "direct";

    public boolean isReceiver() {
        return name.equals(DIRECT);
    }

    /// One session's part. A peer that came back has several, and its shares are one.
    ///
    /// @param peer who it was, whatever it is called: its key's hash, where that is known
    /// @param firstNanos when it began
    /// @param lastNanos when its last block was there
    public record Session(String peer, String name, long bytes, long firstNanos, long lastNanos) {
        private Session and(Session other) {
            if (bytes == 0 || other.bytes == 0) {
                return bytes == 0 ? other : this;
            }
            return new Session(
                    peer,
                    name,
                    bytes + other.bytes,
                    Math.min(firstNanos, other.firstNanos),
                    Math.max(lastNanos, other.lastNanos));
        }

        private RelayShare share() {
            double seconds = Math.max(1e-3, (lastNanos - firstNanos) / 1e9);
            return new RelayShare(name, bytes, bytes * 8 / seconds);
        }
    }

    /// A share for each peer, in the order of their first sessions.
    public static List<RelayShare> of(Stream<Session> sessions) {
        Map<String, Session> byPeer = new LinkedHashMap<>();
        sessions.forEach(session -> byPeer.merge(session.peer(), session, Session::and));
        return byPeer.values().stream().map(Session::share).toList();
    }
}
