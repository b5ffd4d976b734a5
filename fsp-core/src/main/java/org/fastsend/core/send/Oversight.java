package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.channel.RelayChoice.Decision;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.manifest.ManifestRecord.RelayNamed;
import org.fastsend.core.stripe.Striper;
import org.fastsend.core.time.NanoClock;

/// Who takes part in a stripe. A target that comes is named in the manifest, shows what it holds of an
/// earlier run, and is used; one that goes is struck out wherever it counted, and the stripe fails when
/// too few are left. Meanwhile a {@link RelayChoice} is shown, a few times a second, what the targets
/// do, and what it decides is done. Confined to the job's thread.
final class Oversight {
    private final int copies;
    private final TargetSide targets;
    private final Striper striper;
    private final FeedPublisher publisher;
    private final Optional<Resumption> resumption;
    private final NanoClock clock;
    private final Consumer<TransferEvent> listener;
    /// Targets of which people know that nothing is put there any more, and why.
    private final Set<Integer> away = new HashSet<>();
    private RelayChoice choice = RelayChoice.ALL;
    private final RoomShares rooms = new RoomShares();
    private OptionalLong deadlineNanos = OptionalLong.empty();
    private OptionalLong roomDeadlineNanos = OptionalLong.empty();
    private boolean ended;

    /// @param copies targets that are needed at least
    /// @param listener hears who came and who went
    Oversight(
            int copies,
            TargetSide targets,
            Striper striper,
            FeedPublisher publisher,
            Optional<Resumption> resumption,
            NanoClock clock,
            Consumer<TransferEvent> listener) {
        this.copies = copies;
        this.targets = targets;
        this.striper = striper;
        this.publisher = publisher;
        this.resumption = resumption;
        this.clock = clock;
        this.listener = listener;
    }

    /// A target is up.
    void up(Target target, RelayNamed record) {
        resumption.ifPresentOrElse(
                earlier -> earlier.whenBegun(() -> join(target, record)), () -> join(target, record));
    }

    private void join(Target target, RelayNamed record) {
        if (ended) {
            targets.drop(target);
            return;
        }
        publisher.add(clock.nanos(), record);
        choice.handleUp(clock.nanos(), target.number(), target.address());
        act();
        resumption.ifPresentOrElse(earlier -> earlier.confirm(target, record, () -> use(target)), () -> use(target));
    }

    private void use(Target target) {
        striper.handleTargetUp(clock.nanos(), target.number());
        tellUp(target);
        roomDeadlineNanos = ended ? OptionalLong.empty() : OptionalLong.of(clock.nanos());
    }

    private void tellUp(Target target) {
        away.remove(target.number());
        listener.accept(new TransferEvent.PeerUp(target.number(), target.peer()));
    }

    /// Nothing is put there any more. That a relay is lost is news even then: what it held is lost, too. The receiver
    /// itself keeps what it has.
    void tellDown(Target target, String reason) {
        if (away.add(target.number()) || !target.direct()) {
            listener.accept(new TransferEvent.PeerDown(target.number(), target.peer(), reason));
        }
    }

    /// A target went away.
    void down(Target target, String reason) {
        striper.handleTargetDown(clock.nanos(), target.number(), reason);
        gone(target, reason);
    }

    /// The striper does without a target.
    void drop(Target target, String reason) {
        targets.giveUp(target, reason);
        gone(target, reason);
    }

    /// A target does not stand by what it said.
    void distrust(Target target, String reason) {
        if (target.channel().isPresent()) {
            targets.giveUp(target, reason);
            down(target, reason);
        }
    }

    private void gone(Target target, String reason) {
        publisher.lost(target.number());
        tellDown(target, reason);
        choice.handleDown(clock.nanos(), target.number());
        act();
        failIfHopeless();
    }

    /// Nothing came of an address, or, if there is none, of asking for addresses.
    void unusable(Optional<RelayAddress> relay, String reason) {
        String peer = relay.map(RelayAddress::toString).orElse("relays");
        listener.accept(new TransferEvent.PeerDown(-1, peer, reason));
        relay.ifPresent(address -> {
            choice.handleUnusable(clock.nanos(), address);
            act();
        });
        failIfHopeless();
    }

    /// The striper knows only targets that came up; that none may follow is known here.
    private void failIfHopeless() {
        int live = targets.live().size();
        if (!ended && !targets.connecting() && live < copies) {
            throw targets.failure(
                    live == 0 ? "no relay can be used" : "only " + live + " relay(s) for " + copies + " copies");
        }
    }

    /// Who decides from now on; targets that are up already (the receiver may be faster) are shown to it.
    void begin(RelayChoice decides) {
        choice = decides;
        if (choice.watches()) {
            long nowNanos = clock.nanos();
            deadlineNanos = OptionalLong.of(nowNanos + RelayChoice.SAMPLE_NANOS);
            targets.live().forEach(target -> choice.handleUp(nowNanos, target.number(), target.address()));
            act();
        }
    }

    /// When {@link #look} is due.
    OptionalLong deadlineNanos() {
        return deadlineNanos;
    }

    void look(RelayChoice.Work work) {
        long nowNanos = clock.nanos();
        deadlineNanos = OptionalLong.of(nowNanos + RelayChoice.SAMPLE_NANOS);
        List<RelayChoice.Sample> samples = new ArrayList<>();
        targets.live().forEach(target -> target.channel().ifPresent(channel -> samples.add(target.sample(channel))));
        choice.handleSamples(nowNanos, work, samples);
        act();
    }

    /// When {@link #keepRoom} is due.
    OptionalLong roomDeadlineNanos() {
        return roomDeadlineNanos;
    }

    /// Has relays keep room for what is still to come. Nothing waits for their answers, and nothing fails
    /// by them: where no room is kept, blocks are put all the same.
    void keepRoom(RelayChoice.Work work) {
        long nowNanos = clock.nanos();
        roomDeadlineNanos = OptionalLong.of(nowNanos + RoomShares.LOOK_NANOS);
        List<RoomShares.Place> inUse = targets.live().stream()
                .filter(target -> !away.contains(target.number()))
                .map(target -> new RoomShares.Place(target.number(), !target.direct(), target.storedBytes()))
                .toList();
        long wantedBytes = (long) (leftBytes(work) * (1 + choice.margin()));
        rooms.look(nowNanos, wantedBytes, targets.coming(), inUse).forEach(this::ask);
    }

    /// What is to be stored yet, on all targets together: what a lost one held comes again.
    private long leftBytes(RelayChoice.Work work) {
        long held = resumption.map(Resumption::bytes).orElse(0L);
        long stored = targets.live().stream().mapToLong(Target::storedBytes).sum();
        return Math.max(0, copies * (work.expectedBytes() - held) - stored);
    }

    private void ask(RoomShares.Ask ask) {
        targets.reserve(targets.target(ask.target()), ask.bytes(), kept -> {
            choice.handleReserved(clock.nanos(), ask.target(), ask.bytes(), kept);
            act();
        });
    }

    /// Everything is stored and signed for: nobody who comes is needed any more, nor anybody who goes.
    void end() {
        ended = true;
        choice = RelayChoice.ALL;
        deadlineNanos = OptionalLong.empty();
        roomDeadlineNanos = OptionalLong.empty();
        rooms.end().forEach(this::ask);
        publisher.announcePlacements();
        targets.live().forEach(target -> target.channel().ifPresent(channel -> channel.hold(false)));
    }

    private void act() {
        long nowNanos = clock.nanos();
        for (Optional<Decision> next = choice.poll(nowNanos); next.isPresent(); next = choice.poll(nowNanos)) {
            act(nowNanos, next.get());
        }
    }

    private void act(long nowNanos, Decision decision) {
        switch (decision) {
            case Decision.Hold(int target) -> hold(target, true);
            case Decision.Resume(int target) -> hold(target, false);
            case Decision.Rest(int target, String reason) -> {
                striper.handleRest(nowNanos, target);
                tellDown(targets.target(target), reason);
            }
            case Decision.Wake(int target, String _) -> {
                striper.handleWake(nowNanos, target);
                tellUp(targets.target(target));
            }
            case Decision.Withhold() -> publisher.withholdPlacements();
            case Decision.Announce() -> publisher.announcePlacements();
            case Decision.Add(RelayAddress relay, String _) -> targets.add(relay);
        }
    }

    private void hold(int target, boolean held) {
        Optional<BlockChannel> channel = targets.target(target).channel();
        channel.ifPresent(open -> open.hold(held));
    }
}
