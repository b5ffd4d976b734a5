package org.fastsend.core.send;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.core.channel.RelayChoice.Decision;
import org.fastsend.core.event.TransferEvent;
import org.fastsend.core.stripe.Striper;

/// Shows a {@link RelayChoice} what the targets do, a few times a second, and does with them what it decides. Confined
/// to the job's thread.
final class Oversight {
    private final TargetSide targets;
    private final Striper striper;
    private final Consumer<TransferEvent> listener;
    private RelayChoice choice = RelayChoice.ALL;
    private OptionalLong deadlineNanos = OptionalLong.empty();

    Oversight(TargetSide targets, Striper striper, Consumer<TransferEvent> listener) {
        this.targets = targets;
        this.striper = striper;
        this.listener = listener;
    }

    /// Who decides from now on; targets that are up already (the receiver may be faster) are shown to it.
    void begin(long nowNanos, RelayChoice decides) {
        choice = decides;
        if (choice.watches()) {
            deadlineNanos = OptionalLong.of(nowNanos + RelayChoice.SAMPLE_NANOS);
            targets.live().forEach(target -> choice.handleUp(nowNanos, target.number(), target.address()));
            act(nowNanos);
        }
    }

    /// When {@link #look} is due.
    OptionalLong deadlineNanos() {
        return deadlineNanos;
    }

    void look(long nowNanos, RelayChoice.Work work) {
        deadlineNanos = OptionalLong.of(nowNanos + RelayChoice.SAMPLE_NANOS);
        List<RelayChoice.Sample> samples = new ArrayList<>();
        targets.live().forEach(target -> target.channel().ifPresent(channel -> samples.add(target.sample(channel))));
        choice.handleSamples(nowNanos, work, samples);
        act(nowNanos);
    }

    void up(long nowNanos, Target target) {
        choice.handleUp(nowNanos, target.number(), target.address());
        act(nowNanos);
    }

    void down(long nowNanos, Target target) {
        choice.handleDown(nowNanos, target.number());
        act(nowNanos);
    }

    void unusable(long nowNanos, RelayAddress relay) {
        choice.handleUnusable(nowNanos, relay);
        act(nowNanos);
    }

    /// The stripe is over but for the signatures: nothing changes any more.
    void end() {
        choice = RelayChoice.ALL;
        deadlineNanos = OptionalLong.empty();
        targets.live().forEach(target -> target.channel().ifPresent(channel -> channel.hold(false)));
    }

    private void act(long nowNanos) {
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
                listener.accept(new TransferEvent.PeerDown(
                        target, targets.target(target).peer(), reason));
            }
            case Decision.Wake(int target, String _) -> {
                striper.handleWake(nowNanos, target);
                listener.accept(
                        new TransferEvent.PeerUp(target, targets.target(target).peer()));
            }
            case Decision.Add(RelayAddress relay, String _) -> targets.add(relay);
        }
    }

    private void hold(int target, boolean held) {
        Optional<BlockChannel> channel = targets.target(target).channel();
        channel.ifPresent(open -> open.hold(held));
    }
}
