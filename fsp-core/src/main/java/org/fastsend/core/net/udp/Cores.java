package org.fastsend.core.net.udp;

import java.util.function.UnaryOperator;

/// The processors of this host, as far as UDP may take them: each loop at most one.
///
/// @param processors how many there are
/// @param gauge what is believed of what was measured
public record Cores(int processors, UnaryOperator<LoopReading> gauge) {
    /// Sessions over UDP of one transfer with one peer: what needs more waits for something else
    /// than processors.
    private static final int MOST_SESSIONS = 4;

    /// Loops at one port.
    private static final int MOST_LOOPS = 16;

    /// Those of this host.
    public static Cores ofThisHost() {
        return new Cores(Runtime.getRuntime().availableProcessors(), UnaryOperator.identity());
    }

    /// Sessions over UDP that a transfer may have with one peer before anybody asked for so many.
    public int mostSessions() {
        return Math.clamp(processors, 1, MOST_SESSIONS);
    }

    /// Loops that may serve one port.
    int mostLoops() {
        return Math.clamp(processors, 1, MOST_LOOPS);
    }
}
