package org.fastsend.core.channel;

import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.error.FspException;

/// Hears what became of a channel's puts and gets. Called from the channel's threads; must not block.
public interface ChannelListener {
    /// The peer holds the block durably.
    void onStored(int number);

    /// The block came, header and checksum verified. The listener owns the buffer and gives it back to
    /// {@code Buffers}.
    void onBlock(SealedBlock block);

    /// A put or get was refused.
    void onRefused(int number, Refusal refusal, String reason);

    /// A get was answered with something else than the block: another one, one of another transfer, or
    /// bytes that fail their checksum. The reason says which. Asking the same peer again is hardly worth
    /// it.
    void onBad(int number, String reason);

    /// A put or get will not be answered: its stream broke, or it was cancelled. The channel itself may
    /// live on.
    void onLost(int number, String reason);

    /// The peer is gone; everything unanswered was reported lost before this call, which is the last one.
    void onDown(FspException cause);
}
