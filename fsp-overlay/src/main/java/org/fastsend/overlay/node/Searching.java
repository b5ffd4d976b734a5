package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Message.Measured;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.node.Task.MeasureTask;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.query.AnswerCache;
import org.fastsend.overlay.query.BeamSearch;
import org.fastsend.overlay.query.Candidates;
import org.fastsend.overlay.ring.Roster;

/// Runs the searches of the FSP overlay that this node was asked for, and measures for those of others.
final class Searching implements Querying {
    private static final int ATTEMPTS = 2;
    private static final long LEAST_PATIENCE_NANOS = 80 * Local.MILLISECOND;
    private static final long LEAST_PROBE_NANOS = 50 * Local.MILLISECOND;
    private static final float PATIENCE = 1.5f;
    private static final float UNKNOWN_MILLIS = 400;
    private static final int MOST_AT_ONCE = 64;

    private static final int CLOSEST_BUDGET = 58;
    private static final int BUDGET_PER_WANTED = 2;
    private static final int CONSTRAINTS_BUDGET = 120;

    private final Local local;
    private final Roster roster;
    private final Measuring measuring;
    private final AnswerCache cache = new AnswerCache();
    private final Answers answers;
    private int running;

    Searching(Local local, Roster roster, Measuring measuring, Answers answers) {
        this.answers = answers;
        this.local = local;
        this.roster = roster;
        this.measuring = measuring;
    }

    /// A search on its way.
    private final class Running implements Task.Asked {
        private final Query query;
        private final BeamSearch search;
        private final Asker asker;
        private boolean done;

        private Running(Query query, BeamSearch search, Asker asker) {
            this.query = query;
            this.search = search;
            this.asker = asker;
        }

        @Override
        public void measured(MeasureTask task, Measured measured, long nowNanos) {
            search.handleMeasured(task.to().id(), measured);
            go(this, nowNanos);
        }

        @Override
        public void silent(MeasureTask task, long nowNanos) {
            if (task.attempt() + 1 < ATTEMPTS && !done) {
                search.handleLate(task.to().id());
                send(this, task.to(), task.attempt() + 1, nowNanos);
                go(this, nowNanos);
            } else {
                search.handleSilent(task.to().id());
                go(this, nowNanos);
            }
        }
    }

    @Override
    public void ask(Query query, Asker asker, long nowNanos) {
        Optional<List<Ranked>> cached = cache.get(query, nowNanos);
        if (cached.isPresent()) {
            answers.answer(asker, cached.get(), QueryCost.NONE, nowNanos);
            return;
        }
        if (running >= MOST_AT_ONCE) {
            return;
        }
        running++;
        var search = new BeamSearch(
                query,
                local.self(),
                roster.all(),
                budget(query),
                local.settings().caps());
        go(new Running(query, search, asker), nowNanos);
    }

    private static int budget(Query query) {
        int base = query.kind() == Query.Kind.CONSTRAINTS ? CONSTRAINTS_BUDGET : CLOSEST_BUDGET;
        return base + BUDGET_PER_WANTED * (query.wanted() - 1);
    }

    private void go(Running running, long nowNanos) {
        if (running.done) {
            return;
        }
        for (var next = running.search.poll(); next.isPresent(); next = running.search.poll()) {
            Contact member = next.get();
            if (local.isSelf(member)) {
                Measure measure = running.search.measure(0);
                measuring.measure(measure.targets(), nowNanos, (rtts, now) -> {
                    running.search.handleMeasured(
                            member.id(), new Measured(0, local.self().coordinate(), Measuring.listed(rtts), List.of()));
                    go(running, now);
                });
            } else {
                send(running, member, 0, nowNanos);
            }
        }
        if (running.search.isDone()) {
            running.done = true;
            this.running--;
            List<Ranked> ranked = running.search.result();
            if (!ranked.isEmpty()) {
                cache.put(running.query, ranked, nowNanos);
            }
            answers.answer(running.asker, ranked, running.search.cost(), nowNanos);
        }
    }

    private void send(Running running, Contact member, int attempt, long nowNanos) {
        long number = local.pending()
                .begin(new MeasureTask(running, member, attempt), nowNanos + (patience(running, member) << attempt));
        local.outbox().send(member, running.search.measure(number), attempt, nowNanos);
    }

    private long patience(Running running, Contact member) {
        float there = member.coordinate().isKnown()
                ? member.coordinate().millisTo(local.self().coordinate())
                : UNKNOWN_MILLIS;
        float onward = running.search.expectedMillis(member).orElse(UNKNOWN_MILLIS);
        return LEAST_PATIENCE_NANOS + (long) (PATIENCE * (there + onward) * Local.MILLISECOND);
    }

    @Override
    public void handleForward(Message.Forward forward, long nowNanos) {
        // Searches of FSP stay with the member that was asked first.
    }

    /// How long a target may take to answer, if it lies where the asker thinks.
    private long patience(Measure measure) {
        float expected = UNKNOWN_MILLIS;
        if (!measure.guess().isEmpty()) {
            expected = 0;
            for (Coordinate guess : measure.guess()) {
                expected = Math.max(expected, guess.millisTo(local.self().coordinate()));
            }
        }
        return LEAST_PROBE_NANOS + (long) (PATIENCE * expected * Local.MILLISECOND);
    }

    @Override
    public void handleMeasure(Sender from, Measure measure, Reply reply, long nowNanos) {
        measuring.measure(measure.targets(), patience(measure), nowNanos, (rtts, now) -> {
            var candidates =
                    measure.candidates() == 0 ? List.<Candidate>of() : Candidates.of(roster, measure, rtts, from.id());
            Message answer = new Measured(
                    measure.number(), local.self().coordinate(), new ArrayList<>(Measuring.listed(rtts)), candidates);
            reply.send(answer, now);
        });
    }
}
