package org.fastsend.overlay.query;

import java.util.List;

/// Whether what members report of their distance to a target can be true. A host cannot be nearer to a target than the
/// difference of what lies between a third one and each of them. Measured times break that rule now and then, and some
/// who bear witness lie themselves; so a report is doubted when most of the others contradict it clearly. Whoever lies
/// to be near contradicts all who are, and all others who lie. Stateless.
final class Witnesses {
    /// Times of one triangle may miss the rule by that share of the longer one, and by that much.
    private static final double SHARE = 0.3;

    private static final double LEAST_MILLIS = 2;
    private static final int ENOUGH = 3;

    private Witnesses() {}

    /// Doubts those whom most others contradict, and nobody else.
    ///
    /// @param measured all who have reported
    static void hear(List<Prospect> measured) {
        for (Prospect prospect : measured) {
            prospect.doubted(isContradicted(prospect, measured));
        }
    }

    private static boolean isContradicted(Prospect prospect, List<Prospect> measured) {
        if (!prospect.contact().coordinate().isKnown()) {
            return false;
        }
        int witnesses = 0;
        int against = 0;
        for (Prospect other : measured) {
            if (other != prospect && other.contact().coordinate().isKnown()) {
                witnesses++;
                against += contradicts(prospect, other) ? 1 : 0;
            }
        }
        return witnesses >= ENOUGH && 2 * against > witnesses;
    }

    private static boolean contradicts(Prospect prospect, Prospect witness) {
        double apart =
                prospect.contact().coordinate().millisTo(witness.contact().coordinate());
        for (int goal = 0; goal < prospect.rttMillis().length; goal++) {
            double there = witness.rttMillis()[goal];
            double least = Math.abs(there - apart) - SHARE * Math.max(there, apart) - LEAST_MILLIS;
            if (!prospect.isCertain(goal) && prospect.rttMillis()[goal] < least) {
                return true;
            }
        }
        return false;
    }
}
