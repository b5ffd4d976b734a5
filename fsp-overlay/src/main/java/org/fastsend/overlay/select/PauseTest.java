package org.fastsend.overlay.select;

import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// The decisive test for a shared link: one target is held for a moment; whoever becomes faster meanwhile, and slower
/// again afterwards, shares a link with it. Compares with the time before *and* after, so that a target which is only
/// starting up is not taken for one that was set free; but for a receiver that collects nothing until the test is over
/// the first half is enough, if it contended with the held one before, or took over just what that lost.
final class PauseTest {
    /// What is still in the held target's buffers has to drain, as it says itself ...
    private static final double DRAINED_PART = 0.1;

    private static final long MOST_DRAIN_NANOS = 2_000_000_000;
    /// ... others then take what it gave up, and it takes that back ...
    private static final long SETTLE_NANOS = 400_000_000;
    /// ... and it is looked at what the others get, until enough came to each to tell.
    private static final double MEASURED_BYTES = 0.75 * (1 << 20);

    private static final long LEAST_MEASURE_NANOS = 400_000_000;
    private static final long MOST_MEASURE_NANOS = 2_000_000_000;
    /// How long a target is held at most.
    static final long LONGEST_HOLD_NANOS = MOST_DRAIN_NANOS + SETTLE_NANOS + MOST_MEASURE_NANOS;
    /// Time before a test by which rates are judged.
    static final long BEFORE_NANOS = 700_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    /// By how much another one has to gain, of its own rate and of what the held one gave up.
    private static final double LEAST_RISE = 0.1;
    private static final double LEAST_SHARE = 0.1;
    /// Who gets less than this part of what it got before was stopped by something.
    private static final double STANDSTILL = 0.7;
    /// [Contention] of two targets that is no chance, and that of a receiver with the held one while that is stopped.
    private static final double CONTENDING = 0.6;

    private static final double TOOK_OVER = 0.75;

    /// What the test of one target found.
    ///
    /// @param faster those that were faster without it
    /// @param same those that had work and were not
    /// @param heldRate bytes a second of the held one before
    /// @param fasterRate bytes a second of the faster ones without it
    /// @param regained bytes a second that the faster ones gained
    /// @param refuted nobody was faster, which nothing that follows could change
    /// @param disturbed it tells nothing: that one is held can only be good for the others; if they got far less, a
    ///     host or the network stood still
    record Finding(
            Lane held,
            List<Lane> faster,
            List<Lane> same,
            double heldRate,
            double fasterRate,
            double regained,
            boolean refuted,
            boolean disturbed) {
        /// Whether others took so much of what was given up. When everybody did it is the sender's own link, and no
        /// choice of relays changes that.
        boolean tells(double leastPart) {
            return !faster.isEmpty() && !same.isEmpty() && regained > leastPart * heldRate;
        }

        boolean withReceiver() {
            return faster.stream().anyMatch(Lane::isReceiver);
        }
    }

    private final Lane held;
    private final long heldNanos;
    private final double heldRate;
    private final long measureNanos;
    /// Receivers that contended with the held one.
    private final Set<Lane> contenders;
    private OptionalLong drainedNanos = OptionalLong.empty();
    private long resumedNanos;

    /// @param lanes all that work, the held one among them
    PauseTest(Lane held, Collection<Lane> lanes, long nowNanos) {
        this.held = held;
        this.heldNanos = nowNanos;
        this.heldRate = before(held);
        this.contenders = lanes.stream()
                .filter(lane -> lane.isReceiver() && Trace.contention(held.trace(), lane.trace()) >= CONTENDING)
                .collect(Collectors.toSet());
        double fastest = lanes.stream().mapToDouble(this::before).max().orElse(heldRate);
        double slowest = lanes.stream()
                .filter(lane -> lane != held)
                .mapToDouble(this::before)
                .filter(rate -> rate >= LinkSearch.LEAST_OF_FASTEST * fastest) // nobody waits for one that stalls
                .min()
                .orElse(heldRate);
        this.measureNanos = Math.clamp(
                (long) (MEASURED_BYTES * NANOS_PER_SECOND / Math.max(1, slowest)),
                LEAST_MEASURE_NANOS,
                MOST_MEASURE_NANOS);
    }

    private double before(Lane lane) {
        return lane.trace().arrivedRate(heldNanos - BEFORE_NANOS, heldNanos);
    }

    Lane held() {
        return held;
    }

    /// Looks on, at each sample while it is held: whether the others were seen without it for long enough, and it may
    /// go on.
    boolean mayResume(long nowNanos) {
        if (drainedNanos.isEmpty()) {
            boolean drained = held.trace().isDownTo(DRAINED_PART * heldRate, nowNanos);
            drainedNanos = drained || nowNanos - heldNanos >= MOST_DRAIN_NANOS
                    ? OptionalLong.of(nowNanos)
                    : OptionalLong.empty();
        }
        resumedNanos = nowNanos;
        return drainedNanos.isPresent() && nowNanos >= drainedNanos.getAsLong() + SETTLE_NANOS + measureNanos;
    }

    /// Whether the others can be judged.
    boolean hasEnded(long nowNanos) {
        return nowNanos >= endNanos();
    }

    private long endNanos() {
        return resumedNanos + SETTLE_NANOS + measureNanos;
    }

    /// What the time before and that while it is held tell. A receiver that took what the held one lost just as that
    /// lost it is faster, and whoever else is has recovered from something. Else it is believed of receivers that
    /// contended before, if nobody else is faster: all may be recovering.
    Finding judgeHeld(Collection<Lane> lanes) {
        List<Other> others = others(lanes, resumedNanos, this::before);
        List<Other> rising = rising(others);
        List<Other> heirs =
                rising.stream().filter(other -> tookOver(other.lane())).toList();
        if (!heirs.isEmpty()) {
            return finding(others, heirs, heirs);
        }
        boolean contended = rising.stream().map(Other::lane).allMatch(contenders::contains);
        return finding(others, rising, contended ? rising : List.of());
    }

    private boolean tookOver(Lane lane) {
        return lane.isReceiver() && Trace.contentionSince(heldNanos, held.trace(), lane.trace()) >= TOOK_OVER;
    }

    Finding judge(Collection<Lane> lanes) {
        long endNanos = endNanos();
        List<Other> others =
                others(lanes, endNanos, lane -> lane.trace().arrivedRate(endNanos - measureNanos, endNanos));
        List<Other> rising = rising(others);
        return finding(others, rising, rising);
    }

    private List<Other> others(Collection<Lane> lanes, long untilNanos, ToDoubleFunction<Lane> after) {
        return lanes.stream()
                .filter(lane -> lane != held && !lane.isResting())
                .filter(lane -> lane.trace().wasBusy(heldNanos - BEFORE_NANOS, untilNanos))
                .map(lane -> new Other(
                        lane,
                        before(lane),
                        lane.trace().arrivedRate(resumedNanos - measureNanos, resumedNanos),
                        after.applyAsDouble(lane)))
                .toList();
    }

    private List<Other> rising(List<Other> others) {
        return others.stream().filter(other -> other.rises(heldRate)).toList();
    }

    /// @param rising those of the others that are not the same as before
    /// @param faster those of them that are believed
    private Finding finding(List<Other> others, List<Other> rising, List<Other> faster) {
        return new Finding(
                held,
                faster.stream().map(Other::lane).toList(),
                others.stream()
                        .filter(other -> !rising.contains(other))
                        .map(Other::lane)
                        .toList(),
                heldRate,
                sum(faster, Other::during),
                sum(faster, Other::gain),
                rising.isEmpty(),
                sum(others, Other::during) < STANDSTILL * sum(others, Other::before));
    }

    private static double sum(List<Other> others, ToDoubleFunction<Other> rate) {
        return others.stream().mapToDouble(rate).sum();
    }

    /// What came to a target that had work: bytes a second before, while the other one was held, and afterwards.
    private record Other(Lane lane, double before, double during, double afterwards) {
        /// Who is only starting up gets more afterwards than before.
        double usual() {
            return Math.max(before, afterwards);
        }

        boolean rises(double heldRate) {
            return during > usual() * (1 + LEAST_RISE) && gain() > LEAST_SHARE * heldRate;
        }

        double gain() {
            return during - usual();
        }
    }
}
