package org.fastsend.core.stripe;

import org.fastsend.core.channel.Refusal;

/// What follows from a put that was not stored, for the target that did not store it.
sealed interface Verdict {
    /// A target that fails so often in a row is dropped.
    int MOST_FAILURES = 8;
    /// A block that is refused as damaged so often is damaged, or the one target that says so damages it.
    int MOST_BAD_REFUSALS = 3;
    /// A target that is busy for so many times the stall time takes nothing more.
    int BUSY_STALLS = 10;

    /// The target may be tried again later, when [Target#leftAloneUntilNanos] has come.
    record TryLater() implements Verdict {}

    /// The block may go there again, but rather elsewhere.
    record TryElsewhere() implements Verdict {}

    /// The target takes no more; what it holds counts.
    record Close(String reason) implements Verdict {}

    /// The target is not to be relied on for anything.
    record Drop(String reason) implements Verdict {}

    /// It is not the target's fault, and nothing helps.
    record GiveUp(String reason) implements Verdict {}

    static Verdict refused(long nowNanos, Flight.Answer answer, Refusal refusal, long stallNanos) {
        Target target = answer.target();
        return switch (refusal) {
            case BUSY -> busy(nowNanos, target, stallNanos);
            case FULL -> new Close("full");
            case BAD_BLOCK -> foundBad(target, answer.block());
            case FORBIDDEN -> new Drop("refuses the capability");
            case EXPIRED -> new Drop("the lease or capability has ended");
            case FAILED, MISSING -> failed(nowNanos, target, "cannot store blocks");
        };
    }

    static Verdict lost(long nowNanos, Target target) {
        return failed(nowNanos, target, "loses blocks on the way");
    }

    private static Verdict busy(long nowNanos, Target target, long stallNanos) {
        long busyNanos = nowNanos - target.busy(nowNanos);
        return busyNanos >= BUSY_STALLS * stallNanos ? new Close("stays busy") : new TryLater();
    }

    private static Verdict failed(long nowNanos, Target target, String how) {
        return target.fail(nowNanos) >= MOST_FAILURES ? new Drop(how) : new TryLater();
    }

    private static Verdict foundBad(Target target, HeldBlock block) {
        block.foundBadBy().add(target);
        if (block.foundBadBy().size() < MOST_BAD_REFUSALS) {
            return new TryElsewhere();
        }
        return block.foundBadBy().stream().distinct().count() > 1
                ? new GiveUp("block " + block.number() + " arrives damaged wherever it is put")
                : new Drop("blocks arrive there damaged");
    }
}
