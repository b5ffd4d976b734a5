package org.fastsend.core.net;

import java.time.Duration;

/// How long the TCP channel waits for what.
///
/// @param connect for a TCP connection to be taken
/// @param handshake for everything from there to an authorized session, or to an attached stream
/// @param tick between two looks at whether the peer lives; each sends a ping
/// @param quietTicks looks in a row that find nothing heard before the peer counts as gone; also how long a
///     stream may stand still in the middle of a block. A stream whose peer reads nothing is given four
///     times as long.
/// @param reopen before a broken stream is opened again; doubles with each vain attempt
public record NetTimings(Duration connect, Duration handshake, Duration tick, int quietTicks, Duration reopen) {
    /// A peer that falls silent is gone after 15 seconds.
    public static final NetTimings DEFAULT = new NetTimings(
            Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(3), 5, Duration.ofMillis(200));

    public NetTimings {
        if (quietTicks < 1 || tick.isNegative() || tick.isZero()) {
            throw new IllegalArgumentException("timings out of range: " + tick + ", " + quietTicks);
        }
    }
}
