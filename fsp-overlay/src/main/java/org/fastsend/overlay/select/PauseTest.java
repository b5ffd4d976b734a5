package org.fastsend.overlay.select;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The decisive test for a shared link: one target is held for a moment; whoever becomes faster meanwhile, and slower
/// again
/// afterwards, shares a link with it. Compares with the time before *and* after, so that a target which is only
/// starting up
/// is not taken for one that was set free.
final class PauseTest {
    /// What is still in the held target's buffers takes so long to drain ...
    static final long SETTLE_NANOS = 300_000_000;
    /// ... and so long is looked at what the others do.
    static final long MEASURE_NANOS = 400_000_000;

    static final long HOLD_NANOS = SETTLE_NANOS + MEASURE_NANOS;

    /// By how much another one has to gain, of its own rate and of what the held one gave up.
    private static final double LEAST_RISE = 0.15;
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

    PauseTest(Lane held, long nowNanos) {
        this.held = held;
        this.heldNanos = nowNanos;
    }

    Lane held() {
        return held;
    }

    long resumeNanos() {
        return heldNanos + HOLD_NANOS;
    }

    /// When the others can be judged.
    long endNanos() {
        return resumeNanos() + HOLD_NANOS;
    }

    Finding judge(Collection<Lane> lanes) {
        double heldRate = held.trace().sentRate(heldNanos - MEASURE_NANOS, heldNanos);
        List<Lane> faster = new ArrayList<>();
        List<Lane> same = new ArrayList<>();
        double fasterRate = 0;
        double regained = 0;
        for (Lane lane : lanes) {
            if (lane == held || lane.isResting() || !lane.trace().wasBusy(heldNanos - MEASURE_NANOS, endNanos())) {
                continue;
            }
            double before = lane.trace().sentRate(heldNanos - HOLD_NANOS, heldNanos);
            double during = lane.trace().sentRate(heldNanos + SETTLE_NANOS, resumeNanos());
            double after = lane.trace().sentRate(resumeNanos() + SETTLE_NANOS, endNanos());
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
