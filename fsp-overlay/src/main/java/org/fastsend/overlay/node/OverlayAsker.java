package org.fastsend.overlay.node;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.node.Inquiry.Step;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.probe.Pending;
import org.fastsend.overlay.ring.Caps;

/// A host that asks the overlay without being a member: a server or a client. It searches for itself, so that it
/// depends on no single member and every step is as short as the member that is asked is near; and it answers probes,
/// since others may ask about it. Sans-IO like [OverlayNode]; not thread-safe.
public final class OverlayAsker {
    private static final int ATTEMPTS = 3;
    private static final long LEAST_PATIENCE_NANOS = 40 * Local.MILLISECOND;
    private static final float PATIENCE = 1.5f;
    /// Members that a query begins with.
    private static final int MOST_OPENERS = 4;

    private final Caps caps;
    private final Pending<Sent> pending;
    private final OpenPaths open = new OpenPaths();
    private final Outbox outbox = new Outbox(open);
    private final Queue<Answered> answers = new ArrayDeque<>();
    private long asked;

    private record Sent(Step step, long atNanos) {}

    /// @param caps how many members of one operator or subnet an answer may name
    public OverlayAsker(Caps caps, RandomGenerator random) {
        this.caps = caps;
        pending = new Pending<>(random);
    }

    /// Asks; the answer comes from [#pollAnswer] under the number returned.
    ///
    /// @param members that may be there; any one that answers is enough
    public long ask(List<Endpoint> members, Query query, long nowNanos) {
        var inquiry = new Inquiry(++asked, query, caps, this::send);
        inquiry.begin(members.stream().limit(MOST_OPENERS).toList(), nowNanos);
        settle(inquiry);
        return asked;
    }

    private void send(Step step, long nowNanos) {
        long patience = LEAST_PATIENCE_NANOS + (long) (PATIENCE * step.expectedMillis() * Local.MILLISECOND);
        long nonce = pending.begin(new Sent(step, nowNanos), nowNanos + (patience << step.attempt()));
        if (step.kind() == Step.Kind.MEASURE) {
            Message question = step.by().question(step, nonce);
            step.member()
                    .ifPresentOrElse(
                            member -> outbox.send(member, question, step.attempt(), nowNanos),
                            () -> outbox.send(step.at(), 0, question));
        } else {
            outbox.send(step.at(), step.id(), new Message.Probe(nonce));
        }
    }

    public void handleMessage(Sender from, Message message, long nowNanos) {
        if (from.id() != 0) {
            open.heard(from.id(), nowNanos);
        }
        switch (message) {
            case Message.Probe(long nonce) -> outbox.send(from.endpoint(), 0, new Message.ProbeAnswer(nonce));
            case Message.ProbeAnswer(long nonce) -> handleProbeAnswer(from, nonce, nowNanos);
            case Message.Measured measured when from.id() != 0 -> handleMeasured(from, measured, nowNanos);
            default -> {
                // Members talk of everything else among themselves.
            }
        }
    }

    private void handleProbeAnswer(Sender from, long nonce, long nowNanos) {
        pending.answer(nonce).ifPresent(sent -> {
            Step step = sent.step();
            if (step.kind() != Step.Kind.MEASURE && step.at().equals(from.endpoint())) {
                step.by().probed(step, (nowNanos - sent.atNanos()) / (float) Local.MILLISECOND, nowNanos);
            } else {
                // Somebody else has learnt the nonce; who was asked counts as silent.
                step.by().silent(step, nowNanos);
            }
            settle(step.by());
        });
    }

    private void handleMeasured(Sender from, Message.Measured measured, long nowNanos) {
        pending.answer(measured.number()).ifPresent(sent -> {
            Step step = sent.step();
            boolean isAsked = step.member().map(Contact::id).orElse(from.id()) == from.id();
            if (step.kind() == Step.Kind.MEASURE && isAsked) {
                step.by().measured(step, from.id(), measured, nowNanos);
            } else {
                step.by().silent(step, nowNanos);
            }
            settle(step.by());
        });
    }

    public void handleTimeout(long nowNanos) {
        for (var sent = pending.expired(nowNanos); sent.isPresent(); sent = pending.expired(nowNanos)) {
            Step step = sent.get().step();
            if (step.by().isOver(step)) {
                continue;
            }
            if (step.attempt() + 1 < ATTEMPTS) {
                send(step.again(), nowNanos);
                step.by().late(step, nowNanos);
            } else {
                step.by().silent(step, nowNanos);
            }
            settle(step.by());
        }
    }

    private void settle(Inquiry inquiry) {
        inquiry.answer().ifPresent(answers::add);
    }

    public Optional<Outgoing> pollOutput() {
        return outbox.poll();
    }

    public Optional<Answered> pollAnswer() {
        return Optional.ofNullable(answers.poll());
    }

    /// When [#handleTimeout] wants to be called; `Long.MAX_VALUE` for never.
    public long nextDeadlineNanos() {
        return pending.nextDeadlineNanos();
    }
}
