package org.fastsend.overlay.probe;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// Questions that wait for an answer. Each goes out under a nonce that nobody can guess, so that only whoever got the
/// question can answer, and not before. Bounded: beyond that the one next to expire counts as unanswered. Not
/// thread-safe.
///
/// @param <T> what was asked
public final class Pending<T> {
    private static final int MOST = 4096;

    private record Question<T>(long nonce, long deadlineNanos, long sequence, T what)
            implements Comparable<Question<T>> {
        @Override
        public int compareTo(Question<T> other) {
            int byTime = Long.compare(deadlineNanos, other.deadlineNanos);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final Map<Long, Question<T>> open = new HashMap<>();
    private final PriorityQueue<Question<T>> inOrder = new PriorityQueue<>();
    private final RandomGenerator random;
    private long sequence;

    public Pending(RandomGenerator random) {
        this.random = random;
    }

    /// Returns the nonce.
    public long begin(T what, long deadlineNanos) {
        var question = new Question<>(random.nextLong(), deadlineNanos, sequence++, what);
        open.put(question.nonce(), question);
        inOrder.add(question);
        return question.nonce();
    }

    /// The next question whose time is over, and which goes on waiting, for as long as nobody calls [#answer].
    public Optional<T> overdue(long nowNanos) {
        Optional<Question<T>> first = first(nowNanos);
        first.ifPresent(inOrder::remove);
        dropAnswered();
        return first.map(Question::what);
    }

    /// A question whose time is over already, whatever it was to be; it goes on waiting like any other that is overdue.
    public Optional<T> overdue(Predicate<T> which) {
        Optional<Question<T>> found = inOrder.stream()
                .filter(question -> open.containsKey(question.nonce()) && which.test(question.what()))
                .findFirst();
        found.ifPresent(inOrder::remove);
        dropAnswered();
        return found.map(Question::what);
    }

    /// What was asked under this nonce, if it still waits; it does no longer.
    public Optional<T> answer(long nonce) {
        Question<T> question = open.remove(nonce);
        dropAnswered();
        return question == null ? Optional.empty() : Optional.of(question.what());
    }

    /// What was asked under this nonce, if it still waits, as it goes on to do.
    public Optional<T> waiting(long nonce) {
        return Optional.ofNullable(open.get(nonce)).map(Question::what);
    }

    /// The next question whose time is over.
    public Optional<T> expired(long nowNanos) {
        Optional<Question<T>> first = first(nowNanos);
        first.ifPresent(question -> open.remove(question.nonce()));
        dropAnswered();
        return first.map(Question::what);
    }

    private Optional<Question<T>> first(long nowNanos) {
        return Optional.ofNullable(inOrder.peek())
                .filter(question -> question.deadlineNanos() <= nowNanos || open.size() > MOST);
    }

    /// `Long.MAX_VALUE` if nothing waits.
    public long nextDeadlineNanos() {
        Question<T> first = inOrder.peek();
        return first == null ? Long.MAX_VALUE : first.deadlineNanos();
    }

    private void dropAnswered() {
        for (var first = inOrder.peek(); first != null && !open.containsKey(first.nonce()); first = inOrder.peek()) {
            inOrder.remove();
        }
    }
}
