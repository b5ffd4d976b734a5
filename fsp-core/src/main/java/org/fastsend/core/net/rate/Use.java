package org.fastsend.core.net.rate;

import org.fastsend.core.congestion.VirtualLink;

/// What flows have made of their part of a bound until some moment; both counts only grow.
///
/// @param movedBytes in all
/// @param waits how often one of them was held back
public record Use(long movedBytes, long waits) {
    /// Before they did anything.
    public static final Use NONE = new Use(0, 0);

    private static final double NANOS_PER_SECOND = 1e9;

    /// What they want by what they did since then, in bytes a second.
    ///
    /// @param elapsedNanos since then, above 0
    /// @param part of the bound that they had, in bytes a second
    /// @param most they could move without it, likewise
    public long wanted(Use before, long elapsedNanos, long part, long most) {
        double movedPerSecond = (movedBytes - before.movedBytes) * NANOS_PER_SECOND / elapsedNanos;
        return VirtualLink.wanted(waits > before.waits, movedPerSecond, part, most);
    }
}
