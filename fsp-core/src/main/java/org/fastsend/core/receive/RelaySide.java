package org.fastsend.core.receive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.ArrivingChannels;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.RelayShare;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.time.NanoClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The relays that blocks are fetched from: connects to each that the manifest names, and again, later and later, to
/// one that went away. Confined to the job's thread; connecting happens on virtual threads that report back to it.
final class RelaySide implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RelaySide.class);
    private static final int MAX_ATTEMPTS = 5;
    private static final long FORGET_SECONDS = 3;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Opener opener;
    private final NanoClock clock;
    private final StreamWish streams;
    private final Consumer<Runnable> post;
    private final Events events;
    private final Map<Integer, Source> sources = new TreeMap<>();
    private final ArrivingChannels arriving = new ArrivingChannels();

    RelaySide(Opener opener, NanoClock clock, StreamWish streams, Consumer<Runnable> post, Events events) {
        this.opener = opener;
        this.clock = clock;
        this.streams = streams;
        this.post = post;
        this.events = events;
    }

    /// Opens a channel to a relay, which takes its time; from any thread.
    @FunctionalInterface
    interface Opener {
        BlockChannel open(RelayNamed relay, ChannelListener listener);
    }

    /// What relays have to say, on the job's thread; but blocks come on the channels' threads.
    interface Events {
        void up(int relay, String peer);

        void down(int relay, String peer, String reason);

        /// Nothing more is to be expected of this relay.
        void unusable(int relay, String peer, String reason);

        /// On a channel's thread: the buffer is the receiver's now.
        void block(int relay, SealedBlock block);

        void bad(int relay, int block, String reason);

        void refused(int relay, int block, Refusal refusal);

        void lost(int relay, int block);
    }

    /// The manifest names a relay.
    void named(RelayNamed relay) {
        if (!relay.host().isEmpty()) {
            Source source = new Source(relay);
            sources.put(relay.relay(), source);
            connect(source);
        }
    }

    /// Asks for a block.
    BlockChannel.Offer fetch(int relay, int block) {
        return channel(relay).map(open -> open.get(block)).orElse(BlockChannel.Offer.CLOSED);
    }

    void cancel(int relay, int block) {
        channel(relay).ifPresent(open -> open.cancel(block));
    }

    /// Closes the connection to this relay, and makes another after a while.
    ///
    /// @param forGood makes none
    void drop(int relay, String reason, boolean forGood) {
        Source source = sources.get(relay);
        if (source == null) {
            return;
        }
        closeLater(source);
        if (forGood) {
            source.givenUp = true;
        } else {
            failed(source, reason);
        }
    }

    /// Counts what a relay gave.
    void gave(int relay, int bytes) {
        Source source = sources.get(relay);
        if (source != null) {
            source.attempts = 0; // whatever broke before, it works
            source.bytes += bytes;
            source.lastNanos = clock.nanos();
        }
    }

    List<RelayShare> shares() {
        return RelayShare.of(sources.values().stream().map(Source::session));
    }

    String peer(int relay) {
        Source source = sources.get(relay);
        return source == null ? "the receiver itself" : source.peer();
    }

    /// Connects again to relays whose pause is over; says when the next one's is.
    OptionalLong retryDue(long nowNanos) {
        OptionalLong next = OptionalLong.empty();
        for (Source source : sources.values()) {
            if (source.paused && source.retryNanos - nowNanos <= 0) {
                source.paused = false;
                connect(source);
            } else if (source.paused && (next.isEmpty() || source.retryNanos - next.getAsLong() < 0)) {
                next = OptionalLong.of(source.retryNanos);
            }
        }
        return next;
    }

    /// Everything is collected: has each relay forget the transfer, where its sender made this reader the
    /// only one. A relay that does not hear of it keeps the blocks until their lease ends.
    void forget() {
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        for (Source source : sources.values()) {
            BlockChannel open = source.channel;
            if (open != null && RelayReader.mayDrop(source.relay)) {
                asked.add(open.drop().exceptionally(failure -> {
                    LOG.info("{} keeps the transfer until its lease ends", source.peer(), failure);
                    return null;
                }));
            }
        }
        CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, FORGET_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void close() {
        arriving.close();
        for (Source source : sources.values()) {
            source.givenUp = true;
            Optional.ofNullable(source.channel).ifPresent(BlockChannel::close);
        }
    }

    private Optional<BlockChannel> channel(int relay) {
        return Optional.ofNullable(sources.get(relay)).map(source -> source.channel);
    }

    private void connect(Source source) {
        source.attempts++;
        Thread.ofVirtual().name(source.peer()).start(() -> {
            Listener listener = new Listener(source);
            try {
                BlockChannel opened = opener.open(source.relay, listener);
                arriving.arrived(opened);
                post.accept(() -> up(source, opened, listener));
            } catch (FspException e) {
                post.accept(() -> failed(source, e.getMessage()));
            }
        });
    }

    private void up(Source source, BlockChannel opened, Listener listener) {
        arriving.takenUp(opened);
        if (source.givenUp) {
            Thread.ofVirtual().start(opened::close); // dropped while it was connecting
            return;
        }
        source.channel = opened;
        source.listener = listener;
        source.firstNanos = source.bytes == 0 ? clock.nanos() : source.firstNanos;
        opened.streams(streams);
        events.up(source.relay.relay(), source.peer());
    }

    /// Of a connection that was closed here, and may have a successor, nothing follows.
    private void down(Source source, Listener listener, String reason) {
        if (source.channel != null && source.listener == listener) {
            closeLater(source);
            events.down(source.relay.relay(), source.peer(), reason);
            failed(source, reason);
        }
    }

    private void failed(Source source, String reason) {
        if (source.givenUp || source.attempts >= MAX_ATTEMPTS) {
            events.unusable(source.relay.relay(), source.peer(), reason);
        } else {
            source.paused = true;
            source.retryNanos = clock.nanos() + (FIRST_PAUSE_NANOS << source.attempts);
        }
    }

    private static void closeLater(Source source) {
        BlockChannel open = source.channel;
        source.channel = null;
        if (open != null) {
            Thread.ofVirtual().start(open::close);
        }
    }

    private static final class Source {
        private final RelayNamed relay;
        private @Nullable BlockChannel channel;
        /// Of that channel.
        private @Nullable Listener listener;

        private int attempts;
        /// Dropped for good, perhaps while it was connecting.
        private boolean givenUp;

        private boolean paused;
        private long retryNanos;
        private long bytes;
        private long firstNanos;
        private long lastNanos;

        private Source(RelayNamed relay) {
            this.relay = relay;
        }

        private String peer() {
            return relay.name() + " (" + relay.host() + ":" + relay.port() + ")";
        }

        private RelayShare.Session session() {
            return new RelayShare.Session(relay.key().hex(), relay.name(), bytes, firstNanos, lastNanos);
        }
    }

    /// Carries what a channel says over to the job.
    private final class Listener implements ChannelListener {
        private final Source source;
        private final int number;

        private Listener(Source source) {
            this.source = source;
            this.number = source.relay.relay();
        }

        @Override
        public void onBlock(SealedBlock block) {
            events.block(number, block);
        }

        @Override
        public void onStored(int block) {
            // nothing is put to relays here
        }

        @Override
        public void onRefused(int block, Refusal refusal, String reason) {
            post.accept(() -> events.refused(number, block, refusal));
        }

        @Override
        public void onBad(int block, String reason) {
            post.accept(() -> events.bad(number, block, reason));
        }

        @Override
        public void onLost(int block, String reason) {
            post.accept(() -> events.lost(number, block));
        }

        @Override
        public void onDown(FspException cause) {
            post.accept(() -> down(source, this, cause.getMessage()));
        }
    }
}
