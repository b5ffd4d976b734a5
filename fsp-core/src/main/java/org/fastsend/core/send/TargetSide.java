package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.channel.ArrivingChannels;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.ChannelListener;
import org.fastsend.core.channel.Refusal;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.channel.RelayDirectory;
import org.fastsend.core.channel.StreamWish;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.event.RelayShare;
import org.fastsend.core.job.Workplace;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.trust.KeyHash;

/// The places that blocks go to: opens channels to them, puts blocks, and keeps each block's memory until nobody sends
/// it any more. Confined to the job's thread; connecting happens on virtual threads that report back to it.
final class TargetSide implements AutoCloseable {
    private final RelayOpener opener;
    private final Workplace workplace;
    private final StreamWish streams;
    private final Consumer<Runnable> post;
    private final Events events;
    private final HeldBlocks held;
    private final int firstNumber;
    private final List<Target> targets = new ArrayList<>();
    private final Set<KeyHash> keys = new HashSet<>();
    private final List<FspException> failures = new ArrayList<>();
    /// One for each channel that was opened, done when it sends nothing any more.
    private final Queue<CompletableFuture<Void>> silences = new ConcurrentLinkedQueue<>();
    private final ArrivingChannels arriving = new ArrivingChannels();
    private int connecting;

    /// @param firstNumber number of the first target; those below were an earlier run's
    TargetSide(
            RelayOpener opener,
            Workplace workplace,
            StreamWish streams,
            int firstNumber,
            Consumer<Runnable> post,
            Events events) {
        this.opener = opener;
        this.firstNumber = firstNumber;
        this.workplace = workplace;
        this.streams = streams;
        this.post = post;
        this.events = events;
        this.held = new HeldBlocks(workplace.buffers());
    }

    /// What targets have to say, on the job's thread.
    interface Events {
        void up(Target target, RelayNamed record);

        void down(Target target, String reason);

        /// The relays to begin with are known, and who decides about them from now on.
        void chosen(RelayChoice choice);

        /// Nothing came of an address, or, if there is none, of asking for addresses.
        void unusable(Optional<RelayAddress> relay, String reason);

        void stored(Target target, int block, int bytes);

        void refused(Target target, int block, Refusal refusal);

        void lost(Target target, int block);
    }

    /// Asks the directory for relays and connects to all of them at once.
    void connect(RelayDirectory directory, boolean firstComeFirstServe) {
        connecting++;
        Thread.ofVirtual().name("relays").start(() -> {
            Asked asked = askFor(directory);
            RelayChoice choice = directory.choice(firstComeFirstServe);
            post.accept(() -> {
                connecting--;
                events.chosen(choice);
                asked.relays().forEach(this::add);
                asked.failure().ifPresent(failure -> unusable(Optional.empty(), failure));
            });
        });
    }

    /// Connects to one relay more.
    void add(RelayAddress address) {
        connecting++;
        Thread.ofVirtual().name("relay " + address).start(() -> open(address));
    }

    /// Takes the receiver itself as a target, on whatever thread it came; its listener reports to the job's
    /// thread.
    ChannelListener direct(String peer, KeyHash key, BlockChannel channel) {
        Target target = new Target(peer, true);
        post.accept(
                () -> up(target, new RelayNamed(nextNumber(), RelayShare.DIRECT, "", 0, key, new byte[0]), channel));
        Listener listener = new Listener(target);
        silences.add(listener.silence);
        return listener;
    }

    void hold(SealedBlock block) {
        held.hold(block);
    }

    void forget(int block) {
        held.forget(block);
    }

    void put(int number, int block) {
        target(number).channel().ifPresent(channel -> offer(target(number), channel, block));
    }

    void cancel(int number, int block) {
        Target target = target(number);
        if (target.waiting().remove((Integer) block)) {
            events.lost(target, block); // it never left; the striper waits for an answer all the same
        } else {
            target.channel().ifPresent(channel -> channel.cancel(block));
        }
    }

    /// Has a target keep room for so many bytes more. One that refuses keeps nothing, and that is that.
    ///
    /// @param kept hears how much it keeps, on the job's thread
    void reserve(Target target, long bytes, LongConsumer kept) {
        target.reserve(bytes).ifPresent(answer -> {
            var _ = answer.thenAccept(room -> post.accept(() -> kept.accept(room)));
        });
    }

    /// Stops using a target that has failed; should none be left, people hear why.
    void giveUp(Target target, String reason) {
        failures.add(new FspException(ErrorCode.NOT_ENOUGH_RELAYS, target.peer() + ": " + reason));
        drop(target);
    }

    /// Stops using a target.
    void drop(Target target) {
        target.down().ifPresent(channel -> Thread.ofVirtual().start(channel::close));
    }

    Target target(int number) {
        return targets.get(number - firstNumber);
    }

    private int nextNumber() {
        return firstNumber + targets.size();
    }

    List<Target> live() {
        return targets.stream().filter(target -> target.channel().isPresent()).toList();
    }

    /// Whether another target may still come up.
    boolean connecting() {
        return connecting > 0;
    }

    /// How many may still come up, as far as is known.
    int coming() {
        return connecting;
    }

    /// Why no target, or too few, can be used: by the name of what is wrong with all of them, if they
    /// agree.
    FspException failure(String summary) {
        Set<ErrorCode> codes = failures.stream().map(FspException::code).collect(Collectors.toSet());
        boolean agree = codes.size() == 1 && live().isEmpty();
        String reasons = failures.isEmpty()
                ? "no relay was named"
                : failures.stream().map(FspException::getMessage).collect(Collectors.joining("; "));
        return new FspException(
                agree ? codes.iterator().next() : ErrorCode.NOT_ENOUGH_RELAYS, summary + ": " + reasons);
    }

    List<RelayShare> shares() {
        return RelayShare.of(targets.stream().flatMap(target -> target.session().stream()));
    }

    /// What channels are still sending gets its memory back when they are down.
    @Override
    public void close() {
        arriving.close();
        targets.forEach(target -> target.down().ifPresent(BlockChannel::close));
        var _ = CompletableFuture.allOf(silences.toArray(CompletableFuture<?>[]::new))
                .thenRun(held::clear);
    }

    /// What came of asking a directory.
    private record Asked(List<RelayAddress> relays, Optional<FspException> failure) {}

    private static Asked askFor(RelayDirectory directory) {
        try {
            return new Asked(directory.relays(), Optional.empty());
        } catch (FspException e) {
            return new Asked(List.of(), Optional.of(e));
        }
    }

    private void open(RelayAddress address) {
        Target target = new Target(address.toString(), false);
        try {
            Listener listener = new Listener(target);
            RelayOpener.Opened opened = opener.open(address, listener);
            silences.add(listener.silence);
            arriving.arrived(opened.channel());
            post.accept(() -> opened(target, opened));
        } catch (FspException e) {
            post.accept(() -> {
                connecting--;
                unusable(Optional.of(address), e);
            });
        }
    }

    private void opened(Target target, RelayOpener.Opened opened) {
        connecting--;
        arriving.takenUp(opened.channel());
        if (!keys.add(opened.key())) {
            Thread.ofVirtual().start(opened.channel()::close); // the same relay under a second address
            return;
        }
        up(target, opened.record(nextNumber()), opened.channel());
    }

    private void up(Target target, RelayNamed named, BlockChannel channel) {
        targets.add(target);
        target.up(workplace.clock().nanos(), named, channel);
        channel.streams(streams);
        events.up(target, named);
    }

    private void unusable(Optional<RelayAddress> relay, FspException cause) {
        failures.add(cause);
        events.unusable(relay, cause.getMessage());
    }

    private void offer(Target target, BlockChannel channel, int block) {
        switch (channel.put(held.put(block))) {
            case ACCEPTED -> {}
            case BACKPRESSURED -> {
                held.answered(block);
                target.waiting().add(block);
            }
            case CLOSED -> held.answered(block); // the channel says so itself, and the striper takes its blocks back
        }
    }

    /// A target that was given up has no say any more, but what it was sending is free only now.
    private void answered(Target target, int block, Runnable event) {
        int waiting = target.waiting().size();
        Optional<BlockChannel> channel = target.channel();
        if (channel.isPresent()) {
            event.run();
        }
        held.answered(block);
        for (int i = 0; i < waiting && channel.isPresent(); i++) {
            Integer next = target.waiting().poll();
            if (next != null) {
                offer(target, channel.get(), next);
            }
        }
    }

    private void stored(Target target, int block) {
        int bytes = held.length(block);
        target.stored(workplace.clock().nanos(), block, bytes);
        events.stored(target, block, bytes);
    }

    private void down(Target target, FspException cause) {
        if (target.channel().isPresent()) {
            failures.add(cause);
            drop(target);
            events.down(target, cause.getMessage());
        }
    }

    /// Carries what a channel says over to the job's thread.
    private final class Listener implements ChannelListener {
        private final Target target;
        private final CompletableFuture<Void> silence = new CompletableFuture<>();

        private Listener(Target target) {
            this.target = target;
        }

        @Override
        public void onStored(int block) {
            post.accept(() -> answered(target, block, () -> stored(target, block)));
        }

        @Override
        public void onRefused(int block, Refusal refusal, String reason) {
            post.accept(() -> answered(target, block, () -> events.refused(target, block, refusal)));
        }

        @Override
        public void onLost(int block, String reason) {
            post.accept(() -> answered(target, block, () -> events.lost(target, block)));
        }

        @Override
        public void onBad(int block, String reason) {
            onLost(block, reason); // said of gets only, and a striper never gets
        }

        @Override
        public void onBlock(SealedBlock block) {
            workplace.buffers().give(block.bytes()); // nothing was asked for: a striper never gets
        }

        @Override
        public void onDown(FspException cause) {
            post.accept(() -> down(target, cause));
            silence.complete(null);
        }
    }
}
