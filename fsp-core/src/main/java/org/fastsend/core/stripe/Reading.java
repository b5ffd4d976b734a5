package org.fastsend.core.stripe;

import java.util.BitSet;
import java.util.Optional;

/// What is still to be read and sealed: the rest of the source, and blocks that have to be read again because
/// too few copies of them are left; whether blocks of an earlier run are among these may not be known yet.
final class Reading {
    private final EarlierRun earlier;
    private final int blockBytes;
    private final long maxBytesInFlight;
    /// Blocks to be read again that nobody was asked for yet.
    private final BitSet missing = new BitSet();
    /// Blocks that somebody was asked for.
    private final BitSet restriping = new BitSet();

    private int lowestMissing;
    private boolean sourceEnded;
    private int reads;
    private int restripes;

    Reading(StripeSettings settings, EarlierRun earlier) {
        this.earlier = earlier;
        blockBytes = settings.blockBytes();
        maxBytesInFlight = settings.maxBytesInFlight();
    }

    void sealed(int number) {
        if (sourceEnded) {
            throw new IllegalStateException("block " + number + " was sealed after the source had ended");
        }
        reads = Math.max(0, reads - 1);
    }

    void replaced(int oldNumber) {
        if (!restriping.get(oldNumber)) {
            throw new IllegalStateException("nobody asked to restripe block " + oldNumber);
        }
        restriping.clear(oldNumber);
        restripes--;
    }

    void endOfSource() {
        sourceEnded = true;
        reads = 0;
    }

    /// A copy of a block whose bytes are forgotten is gone.
    void miss(int number) {
        if (!restriping.get(number) && !earlier.isUndecided(number)) {
            missing.set(number);
            lowestMissing = Math.min(lowestMissing, number);
        }
    }

    boolean isDone() {
        return sourceEnded && restripes == 0 && missing.isEmpty() && earlier.isSettled();
    }

    /// What to read next, if it fits beside so many bytes that are held. Blocks are read again only if some target
    /// takes them.
    Optional<StripeAction> next(long heldBytes, boolean anyTarget) {
        long expected = heldBytes + (long) (reads + restripes) * blockBytes;
        if (expected > 0 && expected + blockBytes > maxBytesInFlight) {
            return Optional.empty();
        }
        int number = missing.nextSetBit(lowestMissing);
        if (number >= 0 && anyTarget) {
            missing.clear(number);
            lowestMissing = number;
            restriping.set(number);
            restripes++;
            return Optional.of(new StripeAction.Restripe(number));
        }
        if (sourceEnded) {
            return Optional.empty();
        }
        reads++;
        return Optional.of(new StripeAction.ReadNext());
    }
}
