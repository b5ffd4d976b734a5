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

/// A host that asks the overlay without being a member: a server or a client. It answers probes, and where it is
/// itself what a query is about it measures the finalists: a member may report any time, but cannot answer before it
/// was asked. Sans-IO like [OverlayNode]; not thread-safe.
public final class OverlayAsker {
    private static final long ANSWER_NANOS = 6 * Local.SECOND;
    private static final long PROBE_NANOS = 700 * Local.MILLISECOND;
    private static final int PROBE_ATTEMPTS = 2;
    /// Members that are probed to find one that is near and there.
    private static final int MOST_KNOCKED = 4;
    /// Members that are asked at most, one after the other.
    private static final int MOST_ROUNDS = 4;
    /// A finalist that is so many times farther than claimed, and by so much, was not measured but made up.
    private static final float MISLED = 2;

    private static final float MISLED_MILLIS = 5;

    private final Pending<Step> pending;
    private final Queue<Outgoing> outbox = new ArrayDeque<>();
    private final Queue<Answered> answers = new ArrayDeque<>();
    private final Map<Long, Question> byNonce = new HashMap<>();
    private long asked;

    /// One query on its way.
    private static final class Question {
        private final long number;
        private final Query query;
        /// Members that are there, and members of which nothing is known.
        private final Queue<Endpoint> awake = new ArrayDeque<>();
        private final Queue<Endpoint> members;
        private final Map<Integer, Answer> parts = new TreeMap<>();
        private final Map<Long, Ranked> finalists = new TreeMap<>();
        private int knocking;
        private int rounds;
        private int outstanding;
        private int named;
        private int refuted;
        private int probes;
        private int hops;

        private Question(long number, Query query, List<Endpoint> members) {
            this.number = number;
            this.query = query;
            this.members = new ArrayDeque<>(members);
        }

        private int target() {
            return query.targets().indexOf(Endpoint.SELF);
        }

        /// Whether most of what the last member named lies farther than it said: then it lies, or was lied to.
        private boolean wasMisled() {
            return 2 * refuted > named;
        }
    }

    private sealed interface Step {
        record Knocking(Question question, Endpoint member) implements Step {}

        record Asking(Question question) implements Step {}

        record Probing(Question question, Contact to, long sentNanos, int attempt) implements Step {}
    }

    public OverlayAsker(RandomGenerator random) {
        pending = new Pending<>(random);
    }

    /// Asks the member that answers a probe first, since it is near and there, and another one if that is silent or its
    /// answer proves to be wrong; the answer comes from [#pollAnswer] under the number
    /// returned.
    public long ask(List<Endpoint> members, Query query, long nowNanos) {
        var question = new Question(++asked, query, members);
        if (members.size() <= 1) {
            askNext(question, nowNanos);
        } else {
            members.stream().limit(MOST_KNOCKED).forEach(member -> knock(question, member, nowNanos));
        }
        return question.number;
    }

    private void knock(Question question, Endpoint member, long nowNanos) {
        long nonce = pending.begin(new Step.Knocking(question, member), nowNanos + PROBE_NANOS);
        question.knocking++;
        outbox.add(new Outgoing(member, 0, new Message.Probe(nonce)));
    }

    private void handleKnocked(Step.Knocking knock, boolean answered, long nowNanos) {
        Question question = knock.question();
        question.knocking--;
        if (answered) {
            question.members.remove(knock.member());
            question.awake.add(knock.member());
        }
        if (question.rounds == 0 && (answered || question.knocking == 0)) {
            askNext(question, nowNanos);
        }
    }

    private void askNext(Question question, long nowNanos) {
        Endpoint member = question.awake.isEmpty() ? question.members.poll() : question.awake.poll();
        if (member == null || question.rounds == MOST_ROUNDS) {
            finish(question);
            return;
        }
        question.rounds++;
        question.parts.clear();
        question.named = 0;
        question.refuted = 0;
        long nonce = pending.begin(new Step.Asking(question), nowNanos + ANSWER_NANOS);
        byNonce.put(nonce, question);
        outbox.add(new Outgoing(member, 0, new Message.Ask(nonce, question.query)));
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
        QueryCost cost = question.parts.values().iterator().next().cost();
        question.probes += cost.probes();
        question.hops = Math.max(question.hops, cost.hops());
        List<Ranked> named = question.parts.values().stream()
                .flatMap(part -> part.ranked().stream())
                .filter(r -> r.rttMillis().size() == question.query.goals().size())
                .filter(r -> !question.finalists.containsKey(r.contact().id()))
                .toList();
        named.forEach(r -> question.finalists.put(r.contact().id(), r));
        if (question.target() >= 0) {
            question.named = named.size();
            question.outstanding = named.size();
            question.probes += named.size();
            named.forEach(r -> probe(new Step.Probing(question, r.contact(), nowNanos, 0)));
        }
        goOn(question, nowNanos);
    }

    private void probe(Step.Probing step) {
        long nonce = pending.begin(step, step.sentNanos() + PROBE_NANOS);
        outbox.add(new Outgoing(step.to().endpoint(), step.to().id(), new Message.Probe(nonce)));
    }

    private void handleProbeAnswer(Sender from, long nonce, long nowNanos) {
        pending.answer(nonce).ifPresent(step -> {
            switch (step) {
                case Step.Knocking knock
                when knock.member().equals(from.endpoint()) -> handleKnocked(knock, true, nowNanos);
                case Step.Probing probing
                when probing.to().endpoint().equals(from.endpoint()) ->
                    handleMeasured(probing, (nowNanos - probing.sentNanos()) / (float) Local.MILLISECOND, nowNanos);
                default -> {
                    // Somebody else has learnt the nonce; who was asked counts as silent.
                    handleSilence(step, nowNanos);
                }
            }
        });
    }

    private void handleMeasured(Step.Probing probing, float measured, long nowNanos) {
        Question question = probing.question();
        Ranked claimed = question.finalists.get(probing.to().id());
        if (claimed != null) {
            float claim = claimed.rttMillis().get(question.target());
            question.refuted += measured > MISLED * claim + MISLED_MILLIS ? 1 : 0;
            question.finalists.put(probing.to().id(), atLeast(claimed, question.target(), measured));
        }
        question.outstanding--;
        goOn(question, nowNanos);
    }

    private static Ranked atLeast(Ranked claimed, int goal, float measured) {
        List<Float> times = new ArrayList<>(claimed.rttMillis());
        times.set(goal, Math.max(times.get(goal), measured));
        return new Ranked(claimed.contact(), times);
    }

    private void goOn(Question question, long nowNanos) {
        if (question.outstanding > 0) {
            return;
        }
        if (question.wasMisled()) {
            askNext(question, nowNanos);
        } else {
            finish(question);
        }
    }

    private void finish(Question question) {
        List<Ranked> ranked = question.finalists.values().stream()
                .sorted(Comparator.<Ranked>comparingDouble(r -> question.query.scoreMillis(r.times()))
                        .thenComparingLong(r -> r.contact().id()))
                .limit(question.query.wanted())
                .toList();
        answers.add(new Answered(question.number, ranked, new QueryCost(question.probes, question.hops)));
    }

    public void handleTimeout(long nowNanos) {
        for (var step = pending.expired(nowNanos); step.isPresent(); step = pending.expired(nowNanos)) {
            handleSilence(step.get(), nowNanos);
        }
    }

    private void handleSilence(Step step, long nowNanos) {
        switch (step) {
            case Step.Knocking knock -> handleKnocked(knock, false, nowNanos);
            case Step.Asking asking -> {
                byNonce.values().removeIf(q -> q == asking.question());
                askNext(asking.question(), nowNanos);
            }
            case Step.Probing probing
            when probing.attempt() + 1 < PROBE_ATTEMPTS ->
                probe(new Step.Probing(probing.question(), probing.to(), nowNanos, probing.attempt() + 1));
            case Step.Probing probing -> {
                // A finalist that does not answer is none.
                probing.question().finalists.remove(probing.to().id());
                probing.question().refuted++;
                probing.question().outstanding--;
                goOn(probing.question(), nowNanos);
            }
        }
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
