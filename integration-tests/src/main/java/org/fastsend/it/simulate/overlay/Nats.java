package org.fastsend.it.simulate.overlay;

import java.util.HashMap;
import java.util.Map;
import org.fastsend.overlay.peer.Reach;

/// The address translators that some members sit behind; whoever queries are about has to be reachable. One lets in
/// only what comes from a host that it sent to within the last half minute; a symmetric one besides shows each peer
/// another port, so that two hosts of which one has such a NAT never get through to each other unless the other is
/// public.
final class Nats {
    private static final double SYMMETRIC_SHARE = 0.3;
    private static final long OPEN_NANOS = 30 * OverlayWorld.SECOND;

    private final double share;
    private final Terrain terrain;
    private final Draw draw;
    private final Map<Long, Long> opened = new HashMap<>();

    /// @param share of the members that are behind one
    Nats(double share, Terrain terrain, long seed) {
        this.share = share;
        this.terrain = terrain;
        draw = new Draw(seed, "nat");
    }

    Reach reachOf(int host) {
        if (share == 0 || terrain.isTarget(host) || draw.unit(host, 0) >= share) {
            return Reach.PUBLIC;
        }
        return draw.unit(host, 1) < SYMMETRIC_SHARE ? Reach.RELAYED : Reach.PUNCHABLE;
    }

    /// A datagram leaves.
    void sent(int from, int to, long nowNanos) {
        if (share > 0 && reachOf(from) != Reach.PUBLIC) {
            opened.put(pair(from, to), nowNanos);
        }
    }

    /// Whether a datagram gets in.
    boolean admits(int from, int to, long nowNanos) {
        if (share == 0) {
            return true;
        }
        Reach there = reachOf(to);
        if (there == Reach.PUBLIC) {
            return true;
        }
        boolean symmetric = there == Reach.RELAYED || reachOf(from) == Reach.RELAYED;
        Long when = opened.get(pair(to, from));
        return when != null && nowNanos - when < OPEN_NANOS && !(symmetric && reachOf(from) != Reach.PUBLIC);
    }

    private static long pair(int one, int other) {
        return (long) one << Integer.SIZE | other;
    }
}
