package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.probe.Pending;

/// Steps that wait for their answers. What should have been answered by now is asked again, under a nonce of its own;
/// who was only farther away than thought has not been asked in vain, as the answer to any attempt is the step's.
/// Not thread-safe.
final class Calls {
    private final Pending<Attempt> pending;

    Calls(RandomGenerator random) {
        pending = new Pending<>(random);
    }

    /// A step, and what it was asked under so far.
    private static final class Call {
        private final List<Long> nonces = new ArrayList<>();
    }

    /// One time that a step was asked.
    static final class Attempt {
        private final Call call;
        private final Step step;
        private long atNanos;

        private Attempt(Call call, Step step, long atNanos) {
            this.call = call;
            this.step = step;
            this.atNanos = atNanos;
        }

        Step step() {
            return step;
        }

        /// The time since it was asked.
        float millis(long nowNanos) {
            return Local.millisSince(atNanos, nowNanos);
        }
    }

    /// Returns the nonce to ask under.
    long begin(Step step, long patienceNanos, long nowNanos) {
        return begin(new Call(), step, patienceNanos, nowNanos);
    }

    /// Returns the nonce to ask once more under. Earlier ones may still be answered.
    long again(Attempt overdue, Step again, long patienceNanos, long nowNanos) {
        return begin(overdue.call, again, patienceNanos, nowNanos);
    }

    private long begin(Call call, Step step, long patienceNanos, long nowNanos) {
        long nonce = pending.begin(new Attempt(call, step, nowNanos), nowNanos + patienceNanos);
        call.nonces.add(nonce);
        return nonce;
    }

    /// It leaves now: since the nonce was given out others may have had to be sent first.
    void left(long nonce, long nowNanos) {
        pending.waiting(nonce).ifPresent(attempt -> attempt.atNanos = nowNanos);
    }

    /// What was asked under this nonce, if it still waits; the step does no longer.
    Optional<Attempt> answer(long nonce) {
        Optional<Attempt> answered = pending.waiting(nonce);
        answered.ifPresent(this::end);
        return answered;
    }

    /// The next attempt that should have been answered by now. It may still be, until its step is ended.
    Optional<Attempt> overdue(long nowNanos) {
        return pending.overdue(nowNanos);
    }

    /// The probe that went out before a question which was answered, if it was not, and was not repeated either: what
    /// was sent is lost, or its answer is.
    Optional<Attempt> overtaken(Step question) {
        return pending.overdue(attempt -> attempt.step().isOvertakenBy(question));
    }

    /// Nothing is waited for any more.
    void end(Attempt attempt) {
        attempt.call.nonces.forEach(pending::answer);
    }

    /// `Long.MAX_VALUE` if nothing waits.
    long nextDeadlineNanos() {
        return pending.nextDeadlineNanos();
    }
}
