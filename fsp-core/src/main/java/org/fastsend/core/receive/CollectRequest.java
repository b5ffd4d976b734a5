package org.fastsend.core.receive;

import java.util.concurrent.TimeUnit;
import org.fastsend.core.block.TransferId;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.collect.CollectSettings;
import org.fastsend.core.seal.CipherSuite;
import org.fastsend.core.seal.TransferKey;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.KeyHash;

/// What to collect.
///
/// @param cipher how the blocks are sealed, as ticket or control connection say; nothing that a relay can alter
/// @param sender key of the sender, who signs the placements
/// @param reader who fetches: the holder that the relays were told of
/// @param federation whose relays are to be believed
/// @param streams parallel streams from each relay
/// @param pushed whether the sender pushes the manifest to this receiver
/// @param whenFinal whether relays are asked for nothing before everything is striped
public record CollectRequest(
        TransferId transfer,
        TransferKey key,
        CipherSuite cipher,
        KeyHash sender,
        Identity reader,
        Federation federation,
        StreamWish streams,
        boolean pushed,
        boolean whenFinal) {
    /// Sealed bytes asked of one relay and not here: enough for 1 Gbit/s at 200 ms.
    private static final long SOURCE_BYTES = 24 << 20;

    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int MAX_OVERHEAD_BYTES = 64 << 10;

    /// @param memoryBytes bound of the memory that blocks in flight may take
    CollectSettings settings(long memoryBytes, int extentSize) {
        return new CollectSettings(
                memoryBytes / 3, SOURCE_BYTES, extentSize + MAX_OVERHEAD_BYTES, STALL_NANOS, whenFinal);
    }
}
