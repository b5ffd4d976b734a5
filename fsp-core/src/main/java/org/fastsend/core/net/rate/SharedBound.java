package org.fastsend.core.net.rate;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicLong;
import org.fastsend.core.congestion.VirtualLink;

/// A bound on one direction of traffic, in bytes a second, which all flows under it share by water-filling
/// ([VirtualLink]): what one leaves, the others have. It may lie within a wider one, in which it has a part like any
/// flow. A flow demands all it can get while its part holds it back, and what it was measured to move otherwise.
/// Thread-safe.
public final class SharedBound {
    private final Optional<SharedBound> wider;
    private final VirtualLink link = new VirtualLink(Long.MAX_VALUE);
    private final Set<Part> parts = new CopyOnWriteArraySet<>();
    private final AtomicLong movedBytes = new AtomicLong();
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong roundNanos = new AtomicLong(Long.MIN_VALUE);
    private volatile double weight = 1;

    /// Taken behind the wider link's lock, so never held while that one is entered.
    private final Object sizes = new Object();

    // Guarded by sizes.
    private long target = Long.MAX_VALUE;
    private long allotted = Long.MAX_VALUE;

    // Guarded by this.
    private Optional<Part> place = Optional.empty();

    private SharedBound(Optional<SharedBound> wider) {
        this.wider = wider;
    }

    /// A bound that lies in no other.
    public static SharedBound widest() {
        return new SharedBound(Optional.empty());
    }

    /// A bound within this one; it takes part in it as long as it has flows.
    public SharedBound within() {
        return new SharedBound(Optional.of(this));
    }

    /// From now on.
    ///
    /// @param bytesPerSecond Long.MAX_VALUE for none but what is wider
    /// @param share of the wider bound beside others in it
    public void set(long bytesPerSecond, double share) {
        synchronized (sizes) {
            target = bytesPerSecond;
            link.resize(Math.min(target, allotted));
        }
        synchronized (this) {
            weight = share;
            place.ifPresent(part -> part.membership.weigh(share));
        }
    }

    /// A flow begins, with a part of its own from now on.
    public Part join() {
        Part part = new Part(1, Optional.empty());
        synchronized (this) {
            parts.add(part);
            if (place.isEmpty()) {
                place = wider.map(bound -> bound.join(this));
            }
        }
        return part;
    }

    private Part join(SharedBound inner) {
        Part part = new Part(inner.weight, Optional.of(inner));
        parts.add(part);
        return part;
    }

    /// What is left to it of something wider, from now on; Long.MAX_VALUE if nothing is.
    public void allot(long bytesPerSecond) {
        synchronized (sizes) {
            allotted = bytesPerSecond;
            link.resize(Math.min(target, allotted));
        }
    }

    /// What all flows under it have made of it, ever.
    public Use use() {
        return new Use(movedBytes.get(), waits.get());
    }

    private long target() {
        synchronized (sizes) {
            return target;
        }
    }

    private void tick(long nowNanos) {
        if (wider.isPresent()) {
            wider.get().tick(nowNanos);
            return;
        }
        long last = roundNanos.get();
        boolean first = last == Long.MIN_VALUE;
        if ((first || nowNanos - last >= VirtualLink.ROUND_NANOS) && roundNanos.compareAndSet(last, nowNanos)) {
            if (!first) {
                round(nowNanos - last);
            }
        }
    }

    private void round(long elapsedNanos) {
        parts.forEach(part -> part.measure(elapsedNanos));
        link.round();
        parts.forEach(part -> part.inner.ifPresent(bound -> bound.round(elapsedNanos)));
    }

    private void moved(long bytes) {
        movedBytes.addAndGet(bytes);
        wider.ifPresent(bound -> bound.moved(bytes));
    }

    private void heldBack() {
        waits.incrementAndGet();
        wider.ifPresent(SharedBound::heldBack);
    }

    private void leave(Part part) {
        Optional<Part> left = Optional.empty();
        synchronized (this) {
            if (parts.remove(part) && parts.isEmpty()) {
                left = place;
                place = Optional.empty();
            }
        }
        part.membership.close();
        left.ifPresent(Part::leave);
    }

    /// A flow's part, or that of a bound within.
    public final class Part {
        private final Optional<SharedBound> inner;
        private final AtomicLong ownBytes = new AtomicLong();
        private final AtomicLong ownWaits = new AtomicLong();
        private final VirtualLink.Membership membership;
        private volatile long bytesPerSecond = Long.MAX_VALUE;
        private Use measured;

        private Part(double weight, Optional<SharedBound> inner) {
            this.inner = inner;
            this.measured = inner.map(SharedBound::use).orElse(Use.NONE);
            this.membership = link.join(weight, this::allot);
        }

        /// What the flow may move now; Long.MAX_VALUE if nothing bounds it.
        public long bytesPerSecond() {
            return bytesPerSecond;
        }

        /// The flow moved so many more bytes.
        public void moved(long bytes) {
            ownBytes.addAndGet(bytes);
            SharedBound.this.moved(bytes);
        }

        /// The flow could move more than it may.
        public void heldBack() {
            ownWaits.incrementAndGet();
            SharedBound.this.heldBack();
        }

        /// Divides anew, if it is time; for flows to call often.
        public void tick(long nowNanos) {
            SharedBound.this.tick(nowNanos);
        }

        /// The flow is over. Further calls do nothing.
        public void leave() {
            SharedBound.this.leave(this);
        }

        private void allot(long bytes) {
            bytesPerSecond = bytes;
            inner.ifPresent(bound -> bound.allot(bytes));
        }

        private void measure(long elapsedNanos) {
            Use before = measured;
            measured = inner.map(SharedBound::use).orElseGet(() -> new Use(ownBytes.get(), ownWaits.get()));
            long most = inner.map(SharedBound::target).orElse(Long.MAX_VALUE);
            membership.demand(measured.wanted(before, elapsedNanos, bytesPerSecond, most));
        }
    }
}
