package org.fastsend.core.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.fastsend.core.congestion.VirtualLink;

/// What one process may send, or receive, under a cap that it shares with others. Each process keeps a copy of the link
/// and divides it by the same claims and the same rule, so that all find the same parts and none has to lead.
/// Not thread-safe.
final class CappedDirection {
    private static final double NANOS_PER_SECOND = 1e9;

    private final ToLongFunction<Claim> want;
    private final VirtualLink link = new VirtualLink(Long.MAX_VALUE);
    private final VirtualLink.Membership own;
    private final Map<Long, VirtualLink.Membership> others = new HashMap<>();
    private long part = Long.MAX_VALUE;
    private long movedBytes;

    /// @param want what a claim asks for in this direction
    CappedDirection(ToLongFunction<Claim> want) {
        this.want = want;
        this.own = link.join(1, bytes -> part = bytes);
    }

    /// What the process wants, in bytes a second, who moved that many bytes ever, and now begins to share.
    long wanted(long moved, long most) {
        movedBytes = moved;
        return most;
    }

    /// What it wants that long after it was asked last.
    ///
    /// @param most bytes a second it could move without the cap
    long wanted(long moved, long most, long elapsedNanos) {
        double rate = (moved - movedBytes) * NANOS_PER_SECOND / elapsedNanos;
        movedBytes = moved;
        return VirtualLink.wanted(rate, part, most);
    }

    /// The process's part, in bytes a second.
    long part(long capacity, Claim mine, List<Claim> claims) {
        Set<Long> present = claims.stream().map(Claim::process).collect(Collectors.toSet());
        others.entrySet().removeIf(other -> {
            boolean gone = !present.contains(other.getKey());
            if (gone) {
                other.getValue().close();
            }
            return gone;
        });
        for (Claim claim : claims) {
            place(others.computeIfAbsent(claim.process(), _ -> link.join(1, _ -> {})), claim);
        }
        place(own, mine);
        link.resize(capacity);
        return part;
    }

    private void place(VirtualLink.Membership member, Claim claim) {
        member.weigh(claim.weight());
        member.demand(want.applyAsLong(claim));
    }
}
