package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Message.Measured;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.message.QueryCost;
import org.fastsend.overlay.message.Ranked;
import org.fastsend.overlay.node.Task.MeasureTask;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.query.MeridianStep;
import org.fastsend.overlay.ring.MeridianRings;
import org.fastsend.overlay.ring.RingMember;

/// Meridian's queries as published: the node that has one measures the targets, asks the ring members that are about as
/// far from it to measure them too, and hands the query to the best of them if that is nearer by the acceptance
/// threshold; otherwise the best that it saw is the answer. One member, never several.
final class MeridianQuerying implements Querying {
    private final Local local;
    private final MeridianRings rings;
    private final Measuring measuring;
    private final Answers answers;

    MeridianQuerying(Local local, MeridianRings rings, Measuring measuring, Answers answers) {
        this.local = local;
        this.rings = rings;
        this.measuring = measuring;
        this.answers = answers;
    }

    @Override
    public void ask(Query query, Asker asker, long nowNanos) {
        take(query, asker, QueryCost.NONE, nowNanos);
    }

    @Override
    public void handleForward(Message.Forward forward, long nowNanos) {
        take(forward.query(), new Asker(forward.asker(), 0, forward.number()), forward.cost(), nowNanos);
    }

    private void take(Query query, Asker asker, QueryCost before, long nowNanos) {
        measuring.measure(query.targets(), nowNanos, (own, now) -> {
            var cost = new QueryCost(before.probes() + own.length, before.hops() + 1);
            new Step(query, asker, cost, own).start(now);
        });
    }

    /// This node's part in one query.
    private final class Step implements Task.Asked {
        private final Query query;
        private final Asker asker;
        private final float[] own;
        private QueryCost cost;
        private Contact best;
        private float[] bestTimes;
        private int outstanding;
        private boolean done;

        private Step(Query query, Asker asker, QueryCost cost, float[] own) {
            this.query = query;
            this.asker = asker;
            this.cost = cost;
            this.own = own;
            best = local.self();
            bestTimes = own;
        }

        private void start(long nowNanos) {
            for (float rtt : own) {
                if (Float.isNaN(rtt)) {
                    answers.answer(asker, List.of(), cost, nowNanos);
                    return;
                }
            }
            MeridianStep step = MeridianStep.of(query, own);
            List<RingMember> peers = rings.primariesWithin(step.leastMillis(), step.mostMillis());
            if (peers.isEmpty() || isFound(own)) {
                finish(nowNanos);
                return;
            }
            long deadline = nowNanos + (long) (step.patienceMillis() * Local.MILLISECOND);
            outstanding = peers.size();
            for (RingMember peer : peers) {
                long number = local.pending().begin(new MeasureTask(this, peer.contact(), 0), deadline);
                local.outbox()
                        .send(
                                peer.contact(),
                                new Measure(number, query.targets(), List.of(), List.of(), List.of(), 0),
                                0,
                                nowNanos);
            }
            cost = new QueryCost(cost.probes() + peers.size() * own.length, cost.hops());
        }

        private boolean isFound(float[] times) {
            return query.kind() == Query.Kind.CONSTRAINTS && query.scoreMillis(times) == 0;
        }

        @Override
        public void measured(MeasureTask task, Measured measured, long nowNanos) {
            outstanding--;
            if (measured.rttMillis().size() == own.length
                    && measured.rttMillis().stream().noneMatch(rtt -> Float.isNaN(rtt))) {
                float[] times = new Ranked(task.to(), measured.rttMillis()).times();
                if (query.scoreMillis(times) < query.scoreMillis(bestTimes)) {
                    best = task.to();
                    bestTimes = times;
                }
            }
            if (outstanding == 0 || isFound(bestTimes)) {
                finish(nowNanos);
            }
        }

        @Override
        public void silent(MeasureTask task, long nowNanos) {
            outstanding--;
            if (outstanding == 0) {
                finish(nowNanos);
            }
        }

        private void finish(long nowNanos) {
            if (done) {
                return;
            }
            done = true;
            boolean nearer = query.scoreMillis(bestTimes) <= MeridianStep.BETA * query.scoreMillis(own);
            if (!local.isSelf(best) && nearer && !isFound(bestTimes)) {
                var onward = new Message.Forward(asker.number(), asker.at(), query, cost);
                local.outbox().send(best, onward, 0, nowNanos);
            } else {
                answers.answer(asker, List.of(new Ranked(best, Measuring.listed(bestTimes))), cost, nowNanos);
            }
        }
    }

    @Override
    public void handleMeasure(Sender from, Measure measure, Reply reply, long nowNanos) {
        measuring.measure(
                measure.targets(),
                nowNanos,
                (rtts, now) -> reply.send(
                        new Measured(
                                measure.number(),
                                from.endpoint(),
                                local.self().coordinate(),
                                new ArrayList<>(Measuring.listed(rtts)),
                                List.of()),
                        now));
    }
}
