package org.fastsend.overlay.query;

/// How far a member is believed that names others: a few of them are worth a probe at first, then as many as prove to
/// lie where it said. Not thread-safe.
final class Credit {
    private static final int FIRST = 3;
    /// So many places that were true for nobody are no chance.
    private static final int EXPOSING = 2;

    private int lies;
    private int unproven;
    private int proven;
    private int refuted;

    /// Somebody whom it named is probed.
    void vouched() {
        unproven++;
    }

    /// That probe is over.
    void settled() {
        unproven--;
    }

    /// Somebody whom it named lies where it said, or does not.
    void proved(boolean isTrue) {
        proven += isTrue ? 1 : 0;
        refuted += isTrue ? 0 : 1;
    }

    /// Somebody who seemed to lie where it said does not.
    void revised() {
        proven--;
        refuted++;
    }

    /// It was the first to name somebody for a place where that one neither is nor says to be.
    void lied() {
        lies++;
    }

    /// Whether it is worth a probe that it has named somebody.
    boolean isGood() {
        return FIRST + FIRST * proven > unproven + 2 * refuted;
    }

    /// Whether it has named others for places where they are not and do not say to be, again and again: it is not to be
    /// trusted.
    boolean isExposed() {
        return lies >= EXPOSING && lies > proven;
    }
}
