package org.fastsend.core.channel;

import java.util.List;
import java.util.Optional;
import org.fastsend.core.channel.BlockChannel.Echo;

/// Decides, while a stripe runs, which of its targets are used: observations in, decisions out, no I/O. Every method is
/// called with the present reading of a nano clock, on the stripe's one thread.
public interface RelayChoice {
    /// A usual [#margin].
    double DEFAULT_MARGIN = 0.2;

    /// How often a stripe samples its targets.
    long SAMPLE_NANOS = 100_000_000;

    /// Uses every relay that was named, to the end.
    RelayChoice ALL = new RelayChoice() {
        @Override
        public boolean watches() {
            return false;
        }

        @Override
        public void handleUp(long nowNanos, int target, Optional<RelayAddress> relay) {
            // whoever is up is used
        }

        @Override
        public void handleDown(long nowNanos, int target) {
            // nobody can take its place
        }

        @Override
        public void handleUnusable(long nowNanos, RelayAddress relay) {
            // nobody can take its place
        }

        @Override
        public void handleSamples(long nowNanos, Work work, List<Sample> samples) {
            // nothing follows from them
        }

        @Override
        public double margin() {
            return DEFAULT_MARGIN;
        }

        @Override
        public void handleReserved(long nowNanos, int target, long askedBytes, long keptBytes) {
            // they are used whatever they keep
        }

        @Override
        public Optional<Decision> poll(long nowNanos) {
            return Optional.empty();
        }
    };

    /// What one target was doing since the last sample.
    ///
    /// @param sentBytes sealed bytes that were handed to the network for it, since it came up
    /// @param storedBytes sealed bytes that it said are stored, since it came up
    /// @param busy whether it has work that is not answered
    /// @param echo what its latest answer to a ping tells
    record Sample(int target, long sentBytes, long storedBytes, boolean busy, Optional<Echo> echo) {}

    /// How far the stripe is.
    ///
    /// @param placedBytes stored somewhere
    /// @param expectedBytes that the source has in all, as far as can be told
    record Work(long placedBytes, long expectedBytes) {}

    /// What is to be done with a target.
    sealed interface Decision {
        /// Holds back what goes to it, for a moment.
        record Hold(int target) implements Decision {}

        /// Lets it go on after [Hold].
        record Resume(int target) implements Decision {}

        /// Gives it no further blocks while others can take them; what it holds counts.
        record Rest(int target, String reason) implements Decision {}

        /// Gives it blocks again after [Rest].
        record Wake(int target, String reason) implements Decision {}

        /// Tells nobody where blocks are from now on, so that nobody fetches any while the network is looked at; the
        /// end of the stripe ends it, too.
        record Withhold() implements Decision {}

        /// Tells where blocks are after [Withhold].
        record Announce() implements Decision {}

        /// Connects to a further relay: answered by [#handleUp] or [#handleUnusable].
        record Add(RelayAddress relay, String reason) implements Decision {}
    }

    /// Whether it wants to be asked at all.
    default boolean watches() {
        return true;
    }

    /// A target came up under a number that no other had.
    ///
    /// @param relay where it is; empty for the receiver itself
    void handleUp(long nowNanos, int target, Optional<RelayAddress> relay);

    void handleDown(long nowNanos, int target);

    /// A relay that was named, or added, could not be used.
    void handleUnusable(long nowNanos, RelayAddress relay);

    /// A sample of every target that is up, each [#SAMPLE_NANOS] or somewhat later.
    void handleSamples(long nowNanos, Work work, List<Sample> samples);

    /// Room that relays are asked to keep beyond what is expected to be placed, as a part of that.
    double margin();

    /// A target says how much room it keeps for the stripe. Targets that know no reservations say nothing.
    ///
    /// @param askedBytes its likely share of what is left, with a margin
    /// @param keptBytes at most as many
    void handleReserved(long nowNanos, int target, long askedBytes, long keptBytes);

    /// The next thing to do; empty when there is nothing until the next input.
    Optional<Decision> poll(long nowNanos);
}
