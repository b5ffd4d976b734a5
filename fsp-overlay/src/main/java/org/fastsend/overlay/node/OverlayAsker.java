package org.fastsend.overlay.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Message.Answer;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.probe.Pending;

/// A host that asks the overlay without being a member: a server or a client. It answers probes, and where it is itself
/// what a query is about it measures the finalists: a member may report any time, but cannot answer before it was
/// asked.
/// Sans-IO like [OverlayNode]; not thread-safe.
public final class OverlayAsker {
    /// Members more than wanted that are measured again: so many may have lied.
    private static final int SPARE = 3;

    private static final long ANSWER_NANOS = 6 * Local.SECOND;
    private static final long PROBE_NANOS = 700 * Local.MILLISECOND;
    private static final int PROBE_ATTEMPTS = 2;

    private final Pending<Step> pending;
    private final Queue<Outgoing> outbox = new ArrayDeque<>();
    private final Queue<Answered> answers = new ArrayDeque<>();
    private final Map<Long, Question> byNonce = new HashMap<>();
    private long asked;

    /// One query on its way.
    private static final class Question {
        private final long number;
        private final Query query;
        private final Query asked;
        private final Queue<Endpoint> members;
        private final Map<Integer, Answer> parts = new TreeMap<>();
        private final Map<Long, Ranked> finalists = new HashMap<>();
        private int outstanding;
        private int probes;

        private Question(long number, Query query, Query asked, List<Endpoint> members) {
            this.number = number;
            this.query = query;
            this.asked = asked;
            this.members = new ArrayDeque<>(members);
        }
    }

    private sealed interface Step {
        record Asking(Question question) implements Step {}

        record Probing(Question question, Contact to, int goal, long sentNanos, int attempt) implements Step {}
    }

    public OverlayAsker(RandomGenerator random) {
        pending = new Pending<>(random);
    }

    /// Asks one member after the other until one answers; the answer comes from [#pollAnswer] under the number
    /// returned.
    public long ask(List<Endpoint> members, Query query, long nowNanos) {
        var wider = new Query(query.kind(), query.goals(), Math.min(Query.MAX_WANTED, query.wanted() + SPARE));
        var question = new Question(++asked, query, isAbout(query) ? wider : query, members);
        askNext(question, nowNanos);
        return question.number;
    }

    private static boolean isAbout(Query query) {
        return query.targets().contains(Endpoint.SELF);
    }

    private void askNext(Question question, long nowNanos) {
        Endpoint member = question.members.poll();
        if (member == null) {
            answers.add(new Answered(question.number, List.of(), QueryCost.NONE));
            return;
        }
        question.parts.clear();
        long nonce = pending.begin(new Step.Asking(question), nowNanos + ANSWER_NANOS);
        byNonce.put(nonce, question);
        outbox.add(new Outgoing(member, 0, new Message.Ask(nonce, question.asked)));
    }

    public void handleMessage(Sender from, Message message, long nowNanos) {
        switch (message) {
            case Message.Probe(long nonce) ->
                outbox.add(new Outgoing(from.endpoint(), 0, new Message.ProbeAnswer(nonce)));
            case Message.ProbeAnswer(long nonce) -> handleProbeAnswer(from, nonce, nowNanos);
            case Answer answer when from.id() != 0 -> handleAnswer(answer, nowNanos);
            default -> {
                // Members talk of everything else among themselves.
            }
        }
    }

    private void handleAnswer(Answer answer, long nowNanos) {
        Question question = byNonce.get(answer.number());
        if (question == null) {
            return;
        }
        question.parts.put(answer.part(), answer);
        if (question.parts.size() == answer.parts()
                && pending.answer(answer.number()).isPresent()) {
            byNonce.remove(answer.number());
            measureFinalists(question, nowNanos);
        }
    }

    private void measureFinalists(Question question, long nowNanos) {
        int goal = question.query.targets().indexOf(Endpoint.SELF);
        question.parts.values().stream()
                .flatMap(part -> part.ranked().stream())
                .filter(r -> r.rttMillis().size() == question.query.goals().size())
                .forEach(r -> question.finalists.put(r.contact().id(), r));
        if (goal >= 0) {
            for (Ranked ranked : List.copyOf(question.finalists.values())) {
                probe(new Step.Probing(question, ranked.contact(), goal, nowNanos, 0));
                question.outstanding++;
                question.probes++;
            }
        }
        finishIfMeasured(question);
    }

    private void probe(Step.Probing step) {
        long nonce = pending.begin(step, step.sentNanos() + PROBE_NANOS);
        outbox.add(new Outgoing(step.to().endpoint(), step.to().id(), new Message.Probe(nonce)));
    }

    private void handleProbeAnswer(Sender from, long nonce, long nowNanos) {
        pending.answer(nonce).ifPresent(step -> {
            if (step instanceof Step.Probing probing && probing.to().endpoint().equals(from.endpoint())) {
                float measured = (nowNanos - probing.sentNanos()) / (float) Local.MILLISECOND;
                Question question = probing.question();
                question.finalists.computeIfPresent(
                        probing.to().id(), (id, ranked) -> atLeast(ranked, probing.goal(), measured));
                question.outstanding--;
                finishIfMeasured(question);
            }
        });
    }

    private static Ranked atLeast(Ranked claimed, int goal, float measured) {
        List<Float> times = new ArrayList<>(claimed.rttMillis());
        times.set(goal, Math.max(times.get(goal), measured));
        return new Ranked(claimed.contact(), times);
    }

    private void finishIfMeasured(Question question) {
        if (question.outstanding > 0) {
            return;
        }
        List<Ranked> ranked = question.finalists.values().stream()
                .sorted(Comparator.<Ranked>comparingDouble(r -> question.query.scoreMillis(r.times()))
                        .thenComparingLong(r -> r.contact().id()))
                .limit(question.query.wanted())
                .toList();
        QueryCost cost = question.parts.isEmpty()
                ? QueryCost.NONE
                : question.parts.values().iterator().next().cost();
        answers.add(new Answered(question.number, ranked, new QueryCost(cost.probes() + question.probes, cost.hops())));
    }

    public void handleTimeout(long nowNanos) {
        for (var step = pending.expired(nowNanos); step.isPresent(); step = pending.expired(nowNanos)) {
            switch (step.get()) {
                case Step.Asking asking -> {
                    byNonce.values().removeIf(q -> q == asking.question());
                    askNext(asking.question(), nowNanos);
                }
                case Step.Probing probing -> handleSilence(probing, nowNanos);
            }
        }
    }

    /// A finalist that does not answer is none.
    private void handleSilence(Step.Probing probing, long nowNanos) {
        if (probing.attempt() + 1 < PROBE_ATTEMPTS) {
            probe(new Step.Probing(probing.question(), probing.to(), probing.goal(), nowNanos, probing.attempt() + 1));
            return;
        }
        probing.question().finalists.remove(probing.to().id());
        probing.question().outstanding--;
        finishIfMeasured(probing.question());
    }

    public Optional<Outgoing> pollOutput() {
        return Optional.ofNullable(outbox.poll());
    }

    public Optional<Answered> pollAnswer() {
        return Optional.ofNullable(answers.poll());
    }

    /// When [#handleTimeout] wants to be called; `Long.MAX_VALUE` for never.
    public long nextDeadlineNanos() {
        return pending.nextDeadlineNanos();
    }
}
