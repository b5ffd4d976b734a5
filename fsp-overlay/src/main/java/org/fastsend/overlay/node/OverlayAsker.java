package org.fastsend.overlay.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.probe.Pending;

/// A host that asks the overlay without being a member: a server or a client. It searches for itself, so that it
/// depends on no single member and every step is as short as the member that is asked is near; and it answers probes,
/// and measures members itself when somebody asks on behalf of whom it is one end: only what a target has measured
/// itself cannot be a lie of who is to lie near it. Sans-IO like [OverlayNode]; not thread-safe.
public final class OverlayAsker {
    private static final long LEAST_PATIENCE_NANOS = 40 * Local.MILLISECOND;
    private static final float PATIENCE = 1.5f;
    /// How long it waits, measuring for others, before it probes once more.
    private static final long MEASURE_NANOS = 250 * Local.MILLISECOND;

    /// Members that a query begins with.
    private static final int MOST_OPENERS = 4;

    private final Calls calls;
    private final OpenPaths open = new OpenPaths();
    private final Outbox outbox = new Outbox(open);
    private final Pending<Task> favours;
    private final Measuring measuring;
    private final MeasureGate gate = new MeasureGate();
    private final RecentAnswers recent = new RecentAnswers();
    private final Habits habits;
    private final List<Inquiry> inquiries = new ArrayList<>();
    private final Queue<Answered> answers = new ArrayDeque<>();
    private long asked;

    /// How it asks and measures.
    ///
    /// @param remembers whether the same question asked again within 30 seconds only makes it look whether
    ///     the answer still holds
    /// @param measuresAgain whether it measures more than once for others what seems to be near: a process
    ///     that has just started is slow at first
    public record Habits(boolean remembers, boolean measuresAgain) {
        public static final Habits NONE = new Habits(false, false);
        public static final Habits OF_A_PROCESS = new Habits(true, true);
    }

    public OverlayAsker(RandomGenerator random, Habits habits) {
        this.habits = habits;
        calls = new Calls(random);
        favours = new Pending<>(random);
        measuring = new Measuring(favours, outbox);
    }

    /// Asks; the answer comes from [#pollAnswer] under the number returned.
    ///
    /// @param members that may be there; any one that answers is enough
    /// @param caps how many members of one operator or subnet the answer may name
    public long ask(List<Endpoint> members, Query query, Caps caps, long nowNanos) {
        List<Endpoint> openers = members.stream().distinct().limit(MOST_OPENERS).toList();
        inquiries.removeIf(Inquiry::isOver);
        var inquiry = new Inquiry(++asked, query, caps, recent.recall(query, nowNanos), openers, this::send);
        inquiries.add(inquiry);
        inquiry.begin(nowNanos);
        settle(inquiry, nowNanos);
        return asked;
    }

    private void send(Step step, long nowNanos) {
        send(step, calls.begin(step, patienceNanos(step), nowNanos), nowNanos);
    }

    private static long patienceNanos(Step step) {
        long patience = LEAST_PATIENCE_NANOS + (long) (PATIENCE * step.expectedMillis() * Local.MILLISECOND);
        return patience << step.attempt();
    }

    private void send(Step step, long nonce, long nowNanos) {
        if (step.isQuestion()) {
            Message question = step.by().question(step, nonce);
            step.member()
                    .ifPresentOrElse(
                            member -> outbox.send(member, question, step.attempt(), nowNanos),
                            () -> outbox.send(step.at(), 0, question));
        } else {
            outbox.send(step.at(), step.id(), new Message.Probe(nonce));
        }
    }

    /// A probe leaves now: since it was taken out others may have had to be sent first.
    public void handleSent(long nonce, long nowNanos) {
        calls.left(nonce, nowNanos);
    }

    public void handleMessage(Sender from, Message message, long nowNanos) {
        if (from.id() != 0) {
            open.heard(from.id(), nowNanos);
        }
        switch (message) {
            case Message.Probe probe -> measuring.handleProbe(from, probe);
            case Message.ProbeAnswer answer -> {
                handleProbeAnswer(from, answer.nonce(), nowNanos);
                measuring.handleAnswer(from, answer, nowNanos);
            }
            case Message.Measure measure when from.id() != 0 -> handleMeasure(from, measure, nowNanos);
            case Message.Measured measured when from.id() != 0 -> handleMeasured(from, measured, nowNanos);
            default -> {
                // Members talk of everything else among themselves.
            }
        }
    }

    private void handleProbeAnswer(Sender from, long nonce, long nowNanos) {
        calls.answer(nonce).ifPresent(attempt -> {
            Step step = attempt.step();
            if (!step.isQuestion() && step.at().equals(from.endpoint())) {
                step.by().probed(step, attempt.millis(nowNanos), nowNanos);
            } else {
                // Somebody else has learnt the nonce; who was asked counts as silent.
                step.by().silent(step, nowNanos);
            }
            settle(step.by(), nowNanos);
        });
    }

    private void handleMeasure(Sender from, Message.Measure asked, long nowNanos) {
        gate.admit(from, asked, nowNanos)
                .ifPresent(measure -> measuring.measure(
                        measure.targets(),
                        measure.told(),
                        MEASURE_NANOS,
                        habits.measuresAgain() ? Measuring.MOST_ROUNDS : 1,
                        nowNanos,
                        (times, now) -> outbox.send(
                                from.endpoint(),
                                from.id(),
                                new Message.Measured(
                                        measure.number(),
                                        from.endpoint(),
                                        Coordinate.UNKNOWN,
                                        Measuring.listed(times),
                                        List.of()))));
    }

    private void handleMeasured(Sender from, Message.Measured measured, long nowNanos) {
        calls.answer(measured.number()).ifPresent(attempt -> {
            Step step = attempt.step();
            boolean isAsked = step.kind() == Step.Kind.CONFIRM
                    ? step.at().equals(from.endpoint())
                    : step.member().map(Contact::id).orElse(from.id()) == from.id();
            if (step.isQuestion() && isAsked) {
                step.by().measured(step, from.id(), measured, nowNanos);
                calls.overtaken(step).ifPresent(probe -> handleOverdue(probe, nowNanos));
            } else {
                step.by().silent(step, nowNanos);
            }
            settle(step.by(), nowNanos);
        });
    }

    public void handleTimeout(long nowNanos) {
        for (var overdue = calls.overdue(nowNanos); overdue.isPresent(); overdue = calls.overdue(nowNanos)) {
            handleOverdue(overdue.get(), nowNanos);
        }
        for (Inquiry inquiry : inquiries) {
            if (inquiry.nextDeadlineNanos() <= nowNanos) {
                inquiry.handleTimeout(nowNanos);
                settle(inquiry, nowNanos);
            }
        }
        for (var task = favours.expired(nowNanos); task.isPresent(); task = favours.expired(nowNanos)) {
            if (task.get() instanceof Task.ProbeTask probe) {
                measuring.handleSilence(probe, nowNanos);
            }
        }
    }

    private void handleOverdue(Calls.Attempt overdue, long nowNanos) {
        Step step = overdue.step();
        if (step.by().insistsOn(step)) {
            Step again = step.again();
            send(again, calls.again(overdue, again, patienceNanos(again), nowNanos), nowNanos);
            step.by().late(step, nowNanos);
        } else {
            calls.end(overdue);
            if (!step.by().isOver()) {
                step.by().silent(step, nowNanos);
            }
        }
        settle(step.by(), nowNanos);
    }

    private void settle(Inquiry inquiry, long nowNanos) {
        inquiry.answer().ifPresent(answer -> {
            answers.add(answer);
            if (habits.remembers() && !inquiry.isRecalled()) {
                recent.keep(inquiry.query(), answer.ranked(), nowNanos);
            }
        });
    }

    public Optional<Outgoing> pollOutput() {
        return outbox.poll();
    }

    public Optional<Answered> pollAnswer() {
        return Optional.ofNullable(answers.poll());
    }

    /// When [#handleTimeout] wants to be called; `Long.MAX_VALUE` for never.
    public long nextDeadlineNanos() {
        long earliest = Math.min(calls.nextDeadlineNanos(), favours.nextDeadlineNanos());
        for (Inquiry inquiry : inquiries) {
            earliest = Math.min(earliest, inquiry.nextDeadlineNanos());
        }
        return earliest;
    }
}
