package org.fastsend.overlay.query;

import java.util.HashSet;
import java.util.Set;

/// A search's hope that somebody shares a link with the target, and so lies far nearer than it seems. Where hosts do,
/// one of the first few that could be such a member mostly is. The more were asked in vain since, the nearer one has to
/// seem anyhow, or the more to promise, to be worth a probe. Not thread-safe.
final class Hope {
    /// How long it lasts: in searches of the simulator's networks, measured and generated ones, without this bound none
    /// of the probes beyond it had found anybody better.
    private static final double MOST = 8;

    private final Set<Long> asked = new HashSet<>();
    private int inVain;

    /// Somebody is asked in that hope.
    void asked(long id) {
        asked.add(id);
        inVain++;
    }

    /// Somebody was measured who is one of the best so far.
    void found(long id) {
        inVain = asked.contains(id) ? 0 : inVain;
    }

    /// Whether somebody is worth a probe.
    ///
    /// @param likely how far it seems to lie, in times as far as those that were found
    /// @param hopeful how far it may lie, in the same
    boolean isIn(double likely, double hopeful) {
        return !(inVain * (likely - 1) * hopeful > MOST);
    }
}
