package org.fastsend.core.congestion;

import java.util.Arrays;

/// How hard to push against traffic that fills every queue. A sender that aims at a short queue starves
/// beside one that only stops when the buffer overflows. Such a rival shows, while this sender has a
/// small share of the link, by *cliffs*, at which the queue falls by a fifth within a moment, every few
/// seconds (senders of this kind among themselves settle at a steady queue), by a queue that *swings*
/// beat for beat, as BBR's cycle of rates makes it, or by a queue higher, or a share smaller, than it
/// would be among a dozen of this kind. While rivals are about, the share that the queue target is
/// computed from is divided by the *push*, which is steered so that this sender has about two fifths of
/// the link. Not thread-safe.
final class Rivalry {
    private static final long MS = 1_000_000;
    private static final double MAX_PUSH = 16;
    /// With less of the link than this, somebody else may be pushing.
    private static final double SUSPICIOUS = 0.25;
    private static final double LEAST = 0.4;
    private static final double MOST = 0.48;
    private static final double UP = 1.06;
    private static final double DOWN = 0.97;
    /// That many times the queue of a lone sender, for some beats, is more than senders of this kind make.
    private static final double TOWERING = 11;
    /// A sender pushed down to that share is not among a dozen of its kind.
    private static final double STARVING = 0.05;
    /// Beats that either has to last.
    private static final int LASTING_BEATS = 4;
    /// What the queue falls by within a beat, as a part of its height, where somebody's rate goes up
    /// and down: more than probes and bursts make of a queue of some height, and less than a queue that
    /// empties.
    private static final double LEAST_SWING = 0.25;

    private static final double MOST_SWING = 0.8;
    /// So many more beats with a swing than without convince.
    private static final int RESTLESS_BEATS = 7;
    /// With less of the link than this a swing is somebody else's.
    private static final double NOT_MINE = 0.35;
    private static final long STEP_NANOS = 100 * MS;
    /// The queue after a cliff, as a part of that before.
    private static final double CLIFF = 0.82;
    private static final int BEFORE = 4;
    private static final int AFTER = 3;
    private static final int CONVINCING = 3;
    /// A queue of less than that part of the highest is empty.
    private static final double EMPTY = 0.1;
    /// For so long it is doubted that the empty path became longer.
    private static final int SHIFT_MEMORIES = 4;
    private static final long BEAT_NANOS = 500 * MS;
    private static final long BEAT_ROUND_TRIPS = 4;
    private static final long MEMORY_NANOS = 45_000 * MS;
    private static final long MEMORY_BEATS = 60;

    private double push = 1;
    private boolean known;
    private long seenNanos;
    private long beatEndNanos;
    private long beatNanos = BEAT_NANOS;
    private double beatMost;
    private double beatLeast = Double.MAX_VALUE;
    private final double[] beats = new double[BEFORE + AFTER];
    private int filled;
    private int pending;
    private int towering;
    private int starving;
    private int restless;
    private long stepNanos;
    private long memoryNanos;
    private int cliffs;
    private double shiftNanos;
    private long shiftedNanos;
    private long cliffNanos;
    private long fellNanos;

    /// A report came, with that queue, while this sender had that share of the link and a lone sender would aim at the
    /// other queue.
    void handleReport(
            double queueNanos,
            double targetNanos,
            double share,
            double aloneNanos,
            double highNanos,
            long rttNanos,
            long nowNanos) {
        beatMost = Math.max(beatMost, queueNanos);
        beatLeast = Math.min(beatLeast, queueNanos);
        if (queueNanos + shiftNanos(nowNanos) < EMPTY * highNanos) {
            pending = AFTER + 1;
        }
        if (nowNanos < beatEndNanos) {
            return;
        }
        endBeat(share, queueNanos > targetNanos, aloneNanos, nowNanos);
        beatNanos = Math.max(BEAT_NANOS, BEAT_ROUND_TRIPS * rttNanos);
        beatEndNanos = nowNanos + beatNanos;
    }

    /// The queue emptied: nobody here fills it whatever comes. But BBR empties it too, every ten seconds.
    private void forgive() {
        if (restless >= RESTLESS_BEATS / 2) {
            return;
        }
        known = false;
        cliffs = 0;
        towering = 0;
        starving = 0;
    }

    private void endBeat(double share, boolean pushed, double aloneNanos, long nowNanos) {
        boolean small = share < SUSPICIOUS;
        towering = small && beatMost > TOWERING * aloneNanos ? towering + 1 : 0;
        starving = pushed && share < STARVING ? starving + 1 : 0;
        memoryNanos = Math.max(MEMORY_NANOS, MEMORY_BEATS * beatNanos);
        restless = Math.clamp(restless + (swings(share, aloneNanos) ? 1 : -1), 0, 3 * RESTLESS_BEATS / 2);
        boolean fell = cliff();
        fellNanos = fell ? nowNanos : fellNanos;
        if (nowNanos - fellNanos < (BEFORE + AFTER) * beatNanos) {
            pending = 0;
        } else if (pending > 0 && --pending == 0) {
            forgive();
        }
        if (small && fell && nowNanos - cliffNanos > AFTER * beatNanos) {
            cliffs = nowNanos - cliffNanos > memoryNanos / 2 ? 1 : cliffs + 1;
            cliffNanos = nowNanos;
        }
        boolean lasting = towering >= LASTING_BEATS || starving >= LASTING_BEATS;
        if (lasting || (small && cliffs >= CONVINCING) || restless >= RESTLESS_BEATS) {
            seenNanos = nowNanos;
            known = true;
        }
        forgetBeat();
    }

    private void forgetBeat() {
        beatMost = 0;
        beatLeast = Double.MAX_VALUE;
    }

    /// Whether somebody's rate goes up and down.
    private boolean swings(double share, double aloneNanos) {
        double swing = (beatMost - beatLeast) / beatMost;
        return share < NOT_MINE && beatMost > aloneNanos && swing > LEAST_SWING && swing < MOST_SWING;
    }

    /// Whether the queue of the last beats is well below that of the beats before; a short spike is no cliff.
    private boolean cliff() {
        System.arraycopy(beats, 1, beats, 0, beats.length - 1);
        beats[beats.length - 1] = beatMost;
        filled++;
        if (filled < beats.length) {
            return false;
        }
        double[] before = Arrays.copyOf(beats, BEFORE);
        double[] after = Arrays.copyOfRange(beats, BEFORE, beats.length);
        Arrays.sort(before);
        Arrays.sort(after);
        return after[AFTER / 2] < CLIFF * before[(BEFORE - 1) / 2];
    }

    /// The empty path is taken for longer by that, which may be a rival's standing queue.
    void shift(long baseShiftNanos, long nowNanos) {
        if (baseShiftNanos != 0) {
            shiftNanos = Math.max(0, shiftNanos(nowNanos) + baseShiftNanos);
            shiftedNanos = nowNanos;
        }
    }

    private double shiftNanos(long nowNanos) {
        return nowNanos - shiftedNanos > SHIFT_MEMORIES * memoryNanos ? 0 : shiftNanos;
    }

    /// This sender makes the queue swing itself just now.
    void disturb() {
        filled = 0;
        forgetBeat();
        if (pending > 0 && !known) {
            forgive();
        }
        pending = 0;
    }

    /// A round trip went by.
    void handleRound(double share, long nowNanos) {
        if (nowNanos - stepNanos < STEP_NANOS) {
            return;
        }
        stepNanos = nowNanos;
        if (!known) {
            push = Math.max(1, 0.9 * push);
            return;
        }
        boolean gone = nowNanos - seenNanos > memoryNanos;
        if (share > MOST || gone) {
            push = Math.max(1, push * DOWN);
            known = !gone || push > 1;
            cliffs = gone ? 0 : cliffs;
        } else if (share < LEAST) {
            push = Math.min(MAX_PUSH, push * UP);
        }
    }

    /// Whether there are rivals now.
    boolean present() {
        return known;
    }

    /// What to divide the share by; 1 without rivals.
    double push() {
        return push;
    }
}
