package org.fastsend.core.send;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.event.RelayShare;
import org.fastsend.core.manifest.ManifestHost;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.jspecify.annotations.Nullable;

/// One place that blocks go to: a relay, or the receiver itself. Confined to the job's thread once it is up.
final class Target {
    private String peer;
    private final boolean direct;
    /// Puts that the channel had no room for; the striper's window keeps them few.
    private final Deque<Integer> waiting = new ArrayDeque<>();

    private int number = -1;
    private @Nullable RelayNamed record;
    private @Nullable BlockChannel channel;
    /// Blocks it said are stored; a bit each, since one that is put twice is held once.
    private final BitSet storedBlocks = new BitSet();

    /// Blocks it holds of an earlier run that count for nothing.
    private long othersHeld;

    /// When the lease ends that it has signed for.
    private long leaseEndEpochSeconds = Long.MAX_VALUE;

    /// Whether it may keep room for the stripe.
    private boolean reserves;

    private long storedBytes;
    private long firstNanos;
    private long lastNanos;

    /// @param peer the name that people know it by
    /// @param direct whether it is the receiver itself, which gives no receipt and keeps no feed for others
    Target(String peer, boolean direct) {
        this.peer = peer;
        this.direct = direct;
    }

    /// The number that striper and manifest know it by, given when it comes up.
    int number() {
        return number;
    }

    String peer() {
        return peer;
    }

    boolean direct() {
        return direct;
    }

    Optional<BlockChannel> channel() {
        return Optional.ofNullable(channel);
    }

    /// Where it was connected to; empty for the receiver itself, and before it was up.
    Optional<RelayAddress> address() {
        return Optional.ofNullable(record)
                .filter(named -> !direct)
                .map(named -> new RelayAddress(named.host(), named.port()));
    }

    /// What it does now; only while it is up. Pings it, for the next time.
    RelayChoice.Sample sample(BlockChannel open) {
        open.ping();
        return new RelayChoice.Sample(number, open.bytesSent(), storedBytes, open.bytesInFlight() > 0, open.echo());
    }

    /// Sealed bytes that it said are stored, since it came up.
    long storedBytes() {
        return storedBytes;
    }

    /// Has it keep room for so many bytes more; completes, on some other thread, with what it keeps.
    /// Empty while it is not up.
    Optional<CompletableFuture<Long>> reserve(long bytes) {
        reserves = bytes > 0;
        return channel().map(open -> open.reserve(bytes));
    }

    void up(long nowNanos, RelayNamed named, BlockChannel opened) {
        number = named.relay();
        record = named;
        channel = opened;
        peer = direct ? peer : opened.peer();
        firstNanos = nowNanos;
        lastNanos = nowNanos;
    }

    /// Ends its use, and gives back what it keeps; the channel that was open, to be closed.
    Optional<BlockChannel> down() {
        if (reserves) {
            var _ = reserve(0);
        }
        Optional<BlockChannel> was = channel();
        channel = null;
        waiting.clear();
        return was;
    }

    Deque<Integer> waiting() {
        return waiting;
    }

    void stored(long nowNanos, int block, int bytes) {
        storedBlocks.set(block);
        storedBytes += bytes;
        lastNanos = nowNanos;
    }

    /// It has shown that it holds these blocks of an earlier run, and so many that count for nothing.
    void holdsBefore(List<Integer> blocks, long others) {
        blocks.forEach(storedBlocks::set);
        othersHeld = others;
    }

    /// Blocks it should hold: what it said is stored, copies that the striper did not need included.
    long storedBlocks() {
        return storedBlocks.cardinality() + othersHeld;
    }

    /// It has signed for what it holds, and keeps it until then.
    void signed(long untilEpochSeconds) {
        leaseEndEpochSeconds = untilEpochSeconds;
    }

    /// Until when it keeps what it holds, as far as it has said; the end of time before.
    long leaseEndEpochSeconds() {
        return leaseEndEpochSeconds;
    }

    /// Where the holder of a ticket would find the manifest, if this target keeps a copy; empty before it
    /// was up.
    Optional<ManifestHost> manifestHost() {
        return Optional.ofNullable(record)
                .map(named -> new ManifestHost(
                        named.name(), named.host(), named.port(), named.key(), named.readCapability()));
    }

    /// What it took; empty for the receiver itself where everything went by relays.
    Optional<RelayShare.Session> session() {
        if (direct && storedBytes == 0) {
            return Optional.empty();
        }
        String name = record == null ? peer : record.name();
        String who = record == null ? peer : record.key().hex();
        return Optional.of(new RelayShare.Session(who, name, storedBytes, firstNanos, lastNanos));
    }
}
