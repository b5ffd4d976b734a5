package org.fastsend.core.stripe;

/// What a striper is bound by.
///
/// @param strategy how blocks are spread
/// @param copies on how many distinct targets each block has to be stored, from 1
/// @param blockBytes what a block that is still to be read counts in bytes: the longest sealed block
/// @param maxBytesInFlight bound on sealed bytes held and reads outstanding; one block passes however long it is
/// @param maxBytesPerTarget bound on sealed bytes put to one target and not answered; one block passes in any case
/// @param stallNanos a target that has puts outstanding and stores nothing for so long, and for four times what all
///     that is outstanding should take at the measured rate, is dropped
/// @param graceNanos how long to wait for another target while a block fits none, before the transfer fails
public record StripeSettings(
        Strategy strategy,
        int copies,
        int blockBytes,
        long maxBytesInFlight,
        long maxBytesPerTarget,
        long stallNanos,
        long graceNanos) {
    /// More copies than that are a mistake.
    public static final int MAX_COPIES = 16;

    public StripeSettings {
        if (copies < 1 || copies > MAX_COPIES) {
            throw new IllegalArgumentException("1 to " + MAX_COPIES + " copies of a block, not " + copies);
        }
        if (blockBytes < 1 || maxBytesInFlight < 1 || maxBytesPerTarget < 1 || stallNanos < 1 || graceNanos < 0) {
            throw new IllegalArgumentException("bounds of a striper are positive");
        }
    }
}
