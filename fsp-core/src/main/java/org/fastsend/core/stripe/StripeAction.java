package org.fastsend.core.stripe;

/// What a [Striper] wants done. Targets are the numbers they came up under, blocks their sealed numbers.
public sealed interface StripeAction {
    /// Read and seal the next block of the source: answered by [Striper#handleSealed], or by [Striper#handleSourceEnd],
    /// which answers every read that is outstanding.
    record ReadNext() implements StripeAction {}

    /// Read the extents of a block again and seal them under a fresh number: answered by [Striper#handleReplacement].
    /// Too few copies of the old block are left and its sealed bytes were forgotten.
    record Restripe(int oldNumber) implements StripeAction {}

    /// Put the block to the target: answered by exactly one of [Striper#handleStored], [Striper#handleRefused],
    /// [Striper#handleLost] or the target's going down.
    record Put(int target, int number) implements StripeAction {}

    /// The put is no longer wanted, though its answer is (stored, refused or lost): until it comes or the target goes
    /// down, the block's bytes stay held.
    record Cancel(int target, int number) implements StripeAction {}

    /// No put of the block is unanswered and none will follow: its sealed bytes can go.
    record Forget(int number) implements StripeAction {}

    /// The target holds the block: one placement for the manifest. At most as many a block as copies are asked for,
    /// unless a target that held one went down.
    record Placed(int number, int target) implements StripeAction {}

    /// The target is too slow to wait for, or takes no more: it gets no further blocks while others can take them. What
    /// it holds still counts, so its channel stays open.
    record CutOff(int target, String reason) implements StripeAction {}

    /// The target is given up: close its channel. What it holds counts no longer. The striper takes it as down already;
    /// a [Striper#handleTargetDown] that follows changes nothing.
    record DropTarget(int target, String reason) implements StripeAction {}

    /// Everything is stored as far as is known; ask the target for its receipt over what it holds: answered by
    /// [Striper#handleConfirmed] or the target's going down. Nobody is released upon a target that has died unseen.
    record Confirm(int target) implements StripeAction {}

    /// Every block is stored on so many live targets, and each of them has confirmed what it holds. Once, and last but
    /// for [Forget].
    record Released(int copies) implements StripeAction {}

    /// The transfer cannot be completed. Once, and last.
    record Failed(String reason) implements StripeAction {}
}
