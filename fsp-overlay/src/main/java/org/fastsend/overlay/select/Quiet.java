package org.fastsend.overlay.select;

import java.util.Collection;
import java.util.Optional;
import org.fastsend.core.channel.RelayChoice.Decision;

/// A stripe's first seconds, in which a receiver that is a target itself collects nothing from relays. What it fetches
/// fills its own link whatever is sent elsewhere, and hides which of the relays it shares another link with: then
/// nobody becomes faster while one of them is held. Ends once no relay is suspicious (any more), or none can be tested.
/// Not thread-safe.
final class Quiet {
    private static final long LEAST_NANOS = LinkSearch.WARM_UP_NANOS + LinkSearch.WATCH_NANOS;

    /// With suspects that were not tested yet it lasts a quarter of what is left, within these bounds.
    private static final long LONGEST_NANOS = 8_000_000_000L;

    private static final long LONGEST_OF_ALL_NANOS = 12_000_000_000L;
    private static final int PART_OF_LEFT = 4;

    private enum Phase {
        BEFORE,
        DURING,
        AFTER
    }

    private Phase phase = Phase.BEFORE;
    private long sinceNanos;

    /// A target came up.
    Optional<Decision> begin(long nowNanos, Lane lane) {
        if (phase != Phase.BEFORE || !lane.isReceiver()) {
            return Optional.empty();
        }
        phase = Phase.DURING;
        sinceNanos = nowNanos;
        return Optional.of(new Decision.Withhold());
    }

    /// Called at each sample, before the search's step.
    ///
    /// @param leftNanos what the stripe still needs, as far as can be told
    Optional<Decision> end(long nowNanos, long leftNanos, LinkSearch search, Collection<Lane> lanes) {
        long tookNanos = nowNanos - sinceNanos;
        long longestNanos = Math.clamp(leftNanos / PART_OF_LEFT, LONGEST_NANOS, LONGEST_OF_ALL_NANOS);
        boolean over = (tookNanos > longestNanos && !search.isTesting())
                || (tookNanos > LinkSearch.WARM_UP_NANOS && !search.isPossible())
                || (tookNanos >= LEAST_NANOS && !search.suspects(nowNanos, lanes));
        if (phase != Phase.DURING || !over) {
            return Optional.empty();
        }
        phase = Phase.AFTER;
        return Optional.of(new Decision.Announce());
    }
}
