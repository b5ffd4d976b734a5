package org.fastsend.core.congestion;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/// A cap over all transfers of a host, shared by weighted water-filling: whoever wants less than its part gets what it
/// wants, the rest is divided among the others by their weights. What nobody wants is given away too: it stands in
/// nobody's way who begins to want more. One place knows all transfers, so a newcomer has its
/// part at the next round. A round is due every [#ROUND_NANOS]; transfers join and leave at any time. Thread-safe; it
/// hands out allotments while it holds its lock, so their takers must not block.
public final class VirtualLink {
    public static final long ROUND_NANOS = 100_000_000;

    /// What a transfer is given beyond its measured demand, so that it can grow until the next round.
    private static final double HEADROOM = 1.25;
    /// Who moves that much of its part would move more: above what the headroom leaves to one that moves all it can.
    private static final double HUNGRY = 0.9;
    /// But never less than that part of an even share: a transfer that just began has not shown what it wants.
    private static final double LEAST_OF_SHARE = 0.1;

    private static final class Member {
        private double weight;
        private long demand = Long.MAX_VALUE;
        private final LongConsumer allotment;

        private Member(double weight, LongConsumer allotment) {
            this.weight = weight;
            this.allotment = allotment;
        }
    }

    /// A transfer's place in the link; closing it gives its part to the others.
    public final class Membership implements AutoCloseable {
        private final Member member;

        private Membership(Member member) {
            this.member = member;
        }

        /// Its weight from now on, above 0.
        public void weigh(double weight) {
            synchronized (VirtualLink.this) {
                member.weight = weight;
                divide();
            }
        }

        /// What it could send without this link, in bytes a second: its target, its network, its storage.
        public void demand(long bytesPerSecond) {
            synchronized (VirtualLink.this) {
                member.demand = bytesPerSecond;
            }
        }

        @Override
        public void close() {
            synchronized (VirtualLink.this) {
                members.remove(this);
                divide();
            }
        }
    }

    private final Map<Membership, Member> members = new LinkedHashMap<>();
    private long capacity;

    /// @param bytesPerSecond the cap; Long.MAX_VALUE for none
    public VirtualLink(long bytesPerSecond) {
        capacity = bytesPerSecond;
    }

    /// A new cap from now on.
    public synchronized void resize(long bytesPerSecond) {
        capacity = bytesPerSecond;
        divide();
    }

    /// A transfer joins; its taker hears at once, and at every round, how many bytes a second it may send.
    public synchronized Membership join(double weight, LongConsumer allotment) {
        Member member = new Member(weight, allotment);
        Membership membership = new Membership(member);
        members.put(membership, member);
        divide();
        return membership;
    }

    /// Divides the link anew by what was demanded meanwhile.
    public synchronized void round() {
        divide();
    }

    private void divide() {
        if (capacity == Long.MAX_VALUE) {
            members.values().forEach(member -> member.allotment.accept(Long.MAX_VALUE));
            return;
        }
        double weights = members.values().stream().mapToDouble(m -> m.weight).sum();
        double[] wants = new double[members.size()];
        double[] shares = new double[members.size()];
        int i = 0;
        for (Member member : members.values()) {
            double even = capacity * member.weight / weights;
            wants[i] = Math.max(LEAST_OF_SHARE * even, HEADROOM * member.demand);
            shares[i++] = member.weight;
        }
        double[] parts = fill((double) capacity, wants, shares);
        double surplus = Math.max(0, capacity - Arrays.stream(parts).sum());
        i = 0;
        for (Member member : members.values()) {
            member.allotment.accept(Math.max(1, (long) (parts[i++] + surplus * member.weight / weights)));
        }
    }

    /// What somebody wants who moved that much, in bytes a second: all it could move, if its part held it back or it
    /// used that up, else what it moved. Who is still climbing to its part moves less than that and is held back.
    public static long wanted(boolean heldBack, double movedPerSecond, long part, long most) {
        return heldBack || movedPerSecond >= HUNGRY * part ? most : (long) movedPerSecond;
    }

    /// Weighted water-filling: nobody gets more than it wants, nobody who gets less than it wants has less
    /// for its weight than another, and no more than the capacity is given away in all.
    static double[] fill(double capacity, double[] wants, double[] weights) {
        double[] parts = new double[wants.length];
        boolean[] full = new boolean[wants.length];
        double left = capacity;
        boolean changed = true;
        while (changed) {
            changed = false;
            double open = 0;
            for (int i = 0; i < wants.length; i++) {
                open += full[i] ? 0 : weights[i];
            }
            double level = open == 0 ? 0 : left / open;
            for (int i = 0; i < wants.length; i++) {
                if (!full[i] && wants[i] <= level * weights[i]) {
                    parts[i] = wants[i];
                    left -= wants[i];
                    full[i] = true;
                    changed = true;
                } else if (!full[i]) {
                    parts[i] = level * weights[i];
                }
            }
        }
        return parts;
    }
}
