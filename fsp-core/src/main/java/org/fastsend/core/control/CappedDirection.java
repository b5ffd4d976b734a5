package org.fastsend.core.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.fastsend.core.congestion.VirtualLink;
import org.fastsend.core.net.rate.SharedBound;
import org.fastsend.core.net.rate.Use;

/// Holds what one process sends, or receives, to its part of a cap that it shares with others. Each process keeps a
/// copy of the link and divides it by the same claims and the same rule, so that all find the same parts and none has
/// to lead. Not thread-safe.
final class CappedDirection {
    private final SharedBound bound;
    private final ToLongFunction<Claim> want;
    private final VirtualLink link = new VirtualLink(Long.MAX_VALUE);
    private final VirtualLink.Membership own;
    private final Map<Long, VirtualLink.Membership> others = new HashMap<>();
    private long part = Long.MAX_VALUE;
    private Use measured = Use.NONE;

    /// @param bound of all that the process moves in this direction
    /// @param want what a claim asks for in it
    CappedDirection(SharedBound bound, ToLongFunction<Claim> want) {
        this.bound = bound;
        this.want = want;
        this.own = link.join(1, bytes -> part = bytes);
    }

    /// What the process wants now, in bytes a second: all it can get if it begins to share.
    ///
    /// @param elapsedNanos since this was asked last; empty if it begins
    /// @param most bytes a second it could move without the cap
    long wanted(Optional<Long> elapsedNanos, long most) {
        Use before = measured;
        Use now = bound.use();
        measured = now;
        return elapsedNanos.map(nanos -> now.wanted(before, nanos, part, most)).orElse(most);
    }

    /// Holds the process to its part of what all may move together, in bytes a second.
    void divide(long capacity, Claim mine, List<Claim> claims) {
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
        bound.allot(part);
    }

    /// There is no cap any more.
    void lift() {
        bound.allot(Long.MAX_VALUE);
    }

    private void place(VirtualLink.Membership member, Claim claim) {
        member.weigh(claim.weight());
        member.demand(want.applyAsLong(claim));
    }
}
