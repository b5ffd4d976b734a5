package org.fastsend.overlay.member;

/// How far a node trusts its own view: one whose pings go unanswered again and again, or that hears of its own death,
/// is probably slow itself and gives others more time (Lifeguard, IV.A). Not thread-safe.
public final class LocalHealth {
    private final int worst;
    private int score;

    LocalHealth(int worst) {
        this.worst = worst;
    }

    void succeeded() {
        score = Math.max(0, score - 1);
    }

    void failed() {
        score = Math.min(worst, score + 1);
    }

    /// By how much every patience is to be multiplied, 1 to 9.
    public int factor() {
        return score + 1;
    }
}
