package org.fastsend.core.channel;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.trust.Receipt;

/// The asking end of a channel to one peer, for one transfer: puts and fetches sealed blocks over several parallel
/// streams and carries the manifest feed. Whoever connected, either end may ask. Results of {@link #put} and {@link
/// #get} arrive at the {@link ChannelListener} given when the channel was opened. Thread-safe; no method waits for the
/// network.
public interface BlockChannel extends AutoCloseable {
    /// Blocks that {@link #confirm} takes at once.
    int MAX_CONFIRMED = 4096;

    /// How long a peer keeps room for a transfer of which nothing is put or reserved meanwhile.
    long RESERVED_NANOS = 30_000_000_000L;

    /// What became of an offer.
    enum Offer {
        /// Exactly one listener call will follow.
        ACCEPTED,
        /// The channel's queue is full, or this very number is still unanswered; offer again after a
        /// listener call.
        BACKPRESSURED,
        /// The channel is down; {@link ChannelListener#onDown} was or will be called.
        CLOSED
    }

    /// The peer, as messages name it: {@code name (host:port)}.
    String peer();

    /// Bytes of the largest sealed block that the peer takes.
    long maxBlockBytes();

    /// Offers a block for storing. Its buffer must stay untouched until the listener hears of the block.
    Offer put(SealedBlock block);

    /// Asks for a block.
    Offer get(int number);

    /// Says that an accepted get or put is no longer wanted. It is reported lost, unless its answer was
    /// faster.
    void cancel(int number);

    /// Appends to the peer's copy of the feed; completes when durable there, exceptionally if refused or
    /// down.
    CompletableFuture<Void> appendFeed(FeedEntry entry);

    CompletableFuture<List<FeedEntry>> readFeed(long fromSequence);

    /// Asks for the peer's receipt over all that it holds of the transfer.
    CompletableFuture<Receipt> release();

    /// Asks for the peer's receipt over those of these blocks alone that it holds.
    ///
    /// @param blocks ascending, at least 1 and at most {@link #MAX_CONFIRMED}
    CompletableFuture<Receipt> confirm(List<Integer> blocks);

    CompletableFuture<Void> drop();

    /// Asks the peer to keep room for so many bytes of the transfer, beyond those that it holds, in
    /// place of what was asked for before; the transfer's puts and entries take from it first.
    /// Completes with what the peer keeps, which may be less; exceptionally if it refuses, knows no
    /// reservations, or is down. Puts need not wait for it.
    ///
    /// @param bytes 0 or more; 0 gives back what is left
    CompletableFuture<Long> reserve(long bytes);

    /// Sets how many parallel streams carry blocks from now on, 1 to {@code TcpLimits.MAX_STREAMS}; may
    /// change at any time.
    void streams(StreamWish wish);

    /// Just so many.
    default void streams(int count) {
        streams(StreamWish.exactly(count));
    }

    /// Sealed bytes of the puts that were accepted and not yet answered.
    long bytesInFlight();

    /// Sealed bytes of puts that were handed to the network since the channel opened, whatever became of
    /// them.
    long bytesSent();

    /// What an answer of the peer's to a [#ping] tells.
    ///
    /// @param atNanos when it came, on the process's nano clock
    /// @param arrivedBytes that had come to the peer over this channel's streams, framing included
    record Echo(long atNanos, long arrivedBytes) {}

    /// The latest; empty before the first.
    Optional<Echo> echo();

    /// Asks for another.
    void ping();

    /// Holds puts back, those under way too, or lets them go on: for a moment, to see what a link that
    /// others share does without this channel. Gets and answers go on.
    void hold(boolean held);

    @Override
    void close();
}
