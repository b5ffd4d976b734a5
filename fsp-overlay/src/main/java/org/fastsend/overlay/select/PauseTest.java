package org.fastsend.overlay.select;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The decisive test for a shared link: one target is held for a moment; whoever becomes faster meanwhile, and slower
/// again afterwards, shares a link with it. Compares with the time before *and* after, so that a target which is only
/// starting up is not taken for one that was set free.
final class PauseTest {
    /// What is still in the held target's buffers has to drain ...
    private static final double BUFFERED_BYTES = 0.75 * (1 << 20);

    private static final long LEAST_SETTLE_NANOS = 300_000_000;
    private static final long MOST_SETTLE_NANOS = 1_500_000_000;
    /// ... and then it is looked at what the others do, until each was sent enough to tell.
    private static final double MEASURED_BYTES = 0.75 * (1 << 20);

    private static final long LEAST_MEASURE_NANOS = 400_000_000;
    private static final long MOST_MEASURE_NANOS = 2_000_000_000;
    /// How long a target is held at most.
    static final long LONGEST_HOLD_NANOS = MOST_SETTLE_NANOS + MOST_MEASURE_NANOS;
    /// Time before a test by which rates are judged.
    static final long BEFORE_NANOS = 700_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    /// By how much another one has to gain, of its own rate and of what the held one gave up.
    private static final double LEAST_RISE = 0.1;
    private static final double LEAST_SHARE = 0.1;

    /// What the test of one target found.
    ///
    /// @param faster those that were faster without it
    /// @param same those that had work and were not
    /// @param heldRate bytes a second of the held one before
    /// @param fasterRate bytes a second of the faster ones without it
    /// @param regained bytes a second that the faster ones gained
    record Finding(
            Lane held, List<Lane> faster, List<Lane> same, double heldRate, double fasterRate, double regained) {}

    private final Lane held;
    private final long heldNanos;
    private final long settleNanos;
    private final long measureNanos;

    /// @param lanes all that work, the held one among them
    PauseTest(Lane held, Collection<Lane> lanes, long nowNanos) {
        this.held = held;
        this.heldNanos = nowNanos;
        double heldRate = before(held);
        double slowest = lanes.stream()
                .filter(lane -> lane != held)
                .mapToDouble(this::before)
                .min()
                .orElse(heldRate);
        this.settleNanos = nanosFor(BUFFERED_BYTES, heldRate, LEAST_SETTLE_NANOS, MOST_SETTLE_NANOS);
        this.measureNanos = nanosFor(MEASURED_BYTES, slowest, LEAST_MEASURE_NANOS, MOST_MEASURE_NANOS);
    }

    private static long nanosFor(double bytes, double bytesPerSecond, long least, long most) {
        return Math.clamp((long) (bytes * NANOS_PER_SECOND / Math.max(1, bytesPerSecond)), least, most);
    }

    private double before(Lane lane) {
        return lane.trace().sentRate(heldNanos - BEFORE_NANOS, heldNanos);
    }

    Lane held() {
        return held;
    }

    long resumeNanos() {
        return heldNanos + settleNanos + measureNanos;
    }

    /// When the others can be judged.
    long endNanos() {
        return resumeNanos() + settleNanos + measureNanos;
    }

    Finding judge(Collection<Lane> lanes) {
        double heldRate = before(held);
        List<Lane> faster = new ArrayList<>();
        List<Lane> same = new ArrayList<>();
        double fasterRate = 0;
        double regained = 0;
        for (Lane lane : lanes) {
            if (lane == held || lane.isResting() || !lane.trace().wasBusy(heldNanos - BEFORE_NANOS, endNanos())) {
                continue;
            }
            double before = before(lane);
            double during = lane.trace().sentRate(heldNanos + settleNanos, resumeNanos());
            double after = lane.trace().sentRate(resumeNanos() + settleNanos, endNanos());
            double usual = Math.max(before, after);
            if (during > usual * (1 + LEAST_RISE) && during - usual > LEAST_SHARE * heldRate) {
                faster.add(lane);
                fasterRate += during;
                regained += during - (before + after) / 2;
            } else {
                same.add(lane);
            }
        }
        return new Finding(held, faster, same, heldRate, fasterRate, regained);
    }
}
