package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What an asker that is itself a target adds to what members measure: how far they are from it, which it knows from
/// its own probes and so is nobody's claim, or takes them to be. Lists are by target; where it has not measured, its
/// distance is NaN.
///
/// @param targets how many there are
/// @param self which of them the asker is, -1 for none
record AskersShare(int targets, int self) {
    /// What a member is told, so that it need not measure it.
    List<Float> told(float hereMillis) {
        return times(Collections.nCopies(targets, Float.NaN), hereMillis);
    }

    /// What a member has measured, and the asker.
    List<Float> times(List<Float> measuredMillis, float hereMillis) {
        List<Float> times = new ArrayList<>(measuredMillis);
        if (isKnown(hereMillis)) {
            times.set(self, hereMillis);
        }
        return times;
    }

    /// Which of these the asker has measured.
    List<Boolean> certain(float hereMillis) {
        List<Boolean> certain = new ArrayList<>(Collections.nCopies(targets, false));
        if (isKnown(hereMillis)) {
            certain.set(self, true);
        }
        return certain;
    }

    private boolean isKnown(float hereMillis) {
        return self >= 0 && !Float.isNaN(hereMillis);
    }
}
