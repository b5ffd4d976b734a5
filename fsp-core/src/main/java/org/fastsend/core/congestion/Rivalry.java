package org.fastsend.core.congestion;

import java.util.Arrays;

/// How hard to push against traffic that fills every queue. A sender that aims at a short queue starves beside one
/// that only stops when the buffer overflows. Such a rival shows, while this sender has a small share of the link, by
/// *cliffs*, at which the queue falls by a fifth within a moment, every few seconds (senders of this kind among
/// themselves settle at a steady queue), or by a queue higher, or a share smaller, than it would be among a dozen of
/// this kind. While rivals are about, the share that the queue target is computed from is divided by the *push*, which
/// is steered so that this sender has about two fifths of the link. Not thread-safe.
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
    private static final double TOWERING = 5;
    /// A sender pushed down to that share is not among a dozen of its kind.
    private static final double STARVING = 0.07;
    /// Beats that either has to last.
    private static final int LASTING_BEATS = 4;
    private static final long STEP_NANOS = 100 * MS;
    /// The queue after a cliff, as a part of that before.
    private static final double CLIFF = 0.82;
    private static final int BEFORE = 4;
    private static final int AFTER = 3;
    private static final int CONVINCING = 3;
    /// A queue of less than that part of the highest is empty.
    private static final double EMPTY = 0.1;
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
    private final double[] beats = new double[BEFORE + AFTER];
    private int filled;
    private int pending;
    private int towering;
    private int starving;
    private long stepNanos;
    private long memoryNanos;
    private int cliffs;
    private long cliffNanos;

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
        if (queueNanos < EMPTY * highNanos) {
            pending = AFTER + 1;
        }
        if (nowNanos < beatEndNanos) {
            return;
        }
        endBeat(share, queueNanos > targetNanos, aloneNanos, nowNanos);
        beatNanos = Math.max(BEAT_NANOS, BEAT_ROUND_TRIPS * rttNanos);
        beatEndNanos = nowNanos + beatNanos;
    }

    /// The queue emptied: nobody here fills it whatever comes.
    private void forgive() {
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
        boolean fell = cliff();
        if (fell) {
            pending = 0;
        } else if (pending > 0 && --pending == 0) {
            forgive();
        }
        if (small && fell && nowNanos - cliffNanos > AFTER * beatNanos) {
            cliffs = nowNanos - cliffNanos > memoryNanos / 2 ? 1 : cliffs + 1;
            cliffNanos = nowNanos;
        }
        if (towering >= LASTING_BEATS || starving >= LASTING_BEATS || (small && cliffs >= CONVINCING)) {
            seenNanos = nowNanos;
            known = true;
        }
        beatMost = 0;
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

    /// This sender makes the queue swing itself just now.
    void disturb() {
        filled = 0;
        beatMost = 0;
        if (pending > 0) {
            pending = 0;
            forgive();
        }
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
