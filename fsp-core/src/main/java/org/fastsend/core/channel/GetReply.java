package org.fastsend.core.channel;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.fastsend.core.block.SealedBlock;

/// Where a host hands over what was asked for: exactly one call of [#block] or [#refused]. Thread-safe.
public interface GetReply {
    /// Memory of the asker's for the block, which the host reads it into; without waiting, since the
    /// threads that wait for a disk are everybody's. Empty if the asker leaves too much unread already,
    /// or all do: the host then refuses as busy, and may be asked again. Once for each time that it is
    /// asked; if the host refuses after all, the memory goes back by itself.
    Optional<ByteBuffer> room(int bytes);

    void block(SealedBlock block);

    void refused(Refusal refusal, String reason);
}
