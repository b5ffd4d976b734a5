package org.fastsend.core.collect;

/// What a [Collector] wants done. Sources are the relays' numbers in the manifest.
public sealed interface CollectAction {
    /// Ask the relay for the block: answered by exactly one of [Collector#handleArrived], [Collector#handleRefused],
    /// [Collector#handleLost] or the source's going down.
    record Fetch(int relay, int block) implements CollectAction {}

    /// The fetch is no longer wanted, though its answer is, whatever it says: until it comes or the source goes down,
    /// the same is not asked for again.
    record Cancel(int relay, int block) implements CollectAction {}

    /// Close the source's channel. It counts as down.
    ///
    /// @param forGood nothing is to be had there; otherwise a new connection may help
    record DropSource(int relay, String reason, boolean forGood) implements CollectAction {}

    /// Every block of the transfer is held, itself or in its replacement. Once, and last.
    record Complete() implements CollectAction {}

    /// The collection cannot be completed. Once, and last.
    record Failed(String reason) implements CollectAction {}
}
