package org.fastsend.overlay.select;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The room that relays keep for the stripe, beside what they were asked for. Not thread-safe.
final class KeptRoom {
    /// A relay that came up is given so long to say what it keeps.
    private static final long SETTLE_NANOS = 2_000_000_000;

    private final Map<Integer, Answer> answers = new HashMap<>();

    private record Answer(long askedBytes, long keptBytes) {}

    void note(int target, long askedBytes, long keptBytes) {
        answers.put(target, new Answer(askedBytes, keptBytes));
    }

    void forget(int target) {
        answers.remove(target);
    }

    /// Whether the relays in use keep less than what is left needs. Only those that have answered count,
    /// with what they were asked for: what is left may have grown since. The receiver has room for all.
    ///
    /// @param margin that was asked for beyond what is needed, as a part of that
    boolean isShort(long nowNanos, long leftBytes, double margin, List<Lane> active) {
        double asked = 0;
        double kept = 0;
        for (Lane lane : active) {
            Answer answer = answers.get(lane.target());
            if (lane.isReceiver() || (answer == null && lane.ageNanos(nowNanos) < SETTLE_NANOS)) {
                return false;
            }
            asked += answer == null ? 0 : answer.askedBytes;
            kept += answer == null ? 0 : answer.keptBytes;
        }
        return kept < Math.min((double) leftBytes, asked / (1 + margin));
    }
}
