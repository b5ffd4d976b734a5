package org.fastsend.core.net.udp;

import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.fastsend.core.net.linux.IdleTime;

/// The processors of this host, as far as UDP may take them: each loop at most one.
///
/// @param processors how many there are
/// @param gauge what is believed of what was measured
/// @param idle nanoseconds that all of them together had nothing to do, ever; empty if not known
public record Cores(int processors, UnaryOperator<LoopReading> gauge, Supplier<OptionalLong> idle) {
    /// Sessions over UDP of one transfer with one peer: what needs more waits for something else
    /// than processors.
    private static final int MOST_SESSIONS = 4;

    /// Loops at one port.
    private static final int MOST_LOOPS = 16;

    /// Where nobody knows what else they do.
    public Cores(int processors, UnaryOperator<LoopReading> gauge) {
        this(processors, gauge, OptionalLong::empty);
    }

    /// Those of this host.
    public static Cores ofThisHost() {
        return new Cores(Runtime.getRuntime().availableProcessors(), UnaryOperator.identity(), IdleTime::nanos);
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
