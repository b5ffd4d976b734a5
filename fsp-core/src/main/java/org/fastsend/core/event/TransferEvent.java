package org.fastsend.core.event;

import org.fastsend.core.manifest.FeedEntry;

/// Something that happened during a transfer. Listeners are called by the job's own thread and must not block it.
public sealed interface TransferEvent {
    /// A relay or direct receiver can be used. {@code peer} is as people should read it: {@code name
    /// (host:port)}.
    record PeerUp(int number, String peer) implements TransferEvent {}

    /// A peer is not used any more, or never could be.
    record PeerDown(int number, String peer, String reason) implements TransferEvent {}

    /// The manifest grew.
    record Appended(FeedEntry entry) implements TransferEvent {}

    /// Data bytes that are where they should be: placed durably (striping) or written durably (collecting).
    record Progress(long bytes, long totalBytesKnown) implements TransferEvent {}

    /// A file that will not arrive, and why: it changed while it was read, or could not be read.
    record FileTrouble(String path, String reason) implements TransferEvent {}

    /// A peer gave a block that is not what it should be; it is fetched elsewhere.
    record BadBlock(int number, String peer, int block, String reason) implements TransferEvent {}

    /// Every block is durable off the sender.
    record Released(TransferReport report) implements TransferEvent {}
}
