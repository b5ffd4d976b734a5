package org.fastsend.overlay.message;

import java.util.List;
import org.fastsend.overlay.peer.Contact;

/// A member in an answer.
///
/// @param rttMillis its round-trip time to each goal's target, in the goals' order; NaN where nobody measured it
public record Ranked(Contact contact, List<Float> rttMillis) {
    public Ranked {
        rttMillis = List.copyOf(rttMillis);
    }

    /// Its times as [Query#scoreMillis] takes them.
    public float[] times() {
        float[] times = new float[rttMillis.size()];
        for (int i = 0; i < times.length; i++) {
            times[i] = rttMillis.get(i);
        }
        return times;
    }
}
