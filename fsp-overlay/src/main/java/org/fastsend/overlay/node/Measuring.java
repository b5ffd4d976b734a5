package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.node.Task.ProbeTask;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.probe.Pending;

/// Measures hosts when a search asks for it.
final class Measuring {
    static final int MOST_ROUNDS = 6;
    /// Who takes less than that part of the time before may be nearer still.
    static final float FAR_LESS = 0.8f;

    private static final long PATIENCE_NANOS = 500 * Local.MILLISECOND;
    private static final long STEADY_NANOS = 150 * Local.MILLISECOND;

    private final Pending<Task> pending;
    private final Outbox outbox;

    Measuring(Pending<Task> pending, Outbox outbox) {
        this.pending = pending;
        this.outbox = outbox;
    }

    /// Some targets that are being measured.
    static final class Job {
        private final float[] rttMillis;
        private final BiConsumer<float[], Long> done;
        private final long patienceNanos;
        private int outstanding;

        Job(int targets, long patienceNanos, BiConsumer<float[], Long> done) {
            this.patienceNanos = patienceNanos;
            rttMillis = new float[targets];
            this.done = done;
            outstanding = targets;
        }

        void settle(int target, float rtt, long nowNanos) {
            rttMillis[target] = rtt;
            outstanding--;
            if (outstanding == 0) {
                done.accept(rttMillis, nowNanos);
            }
        }
    }

    /// @param done gets the round-trip times, NaN for targets that do not answer, and the time now
    void measure(List<Endpoint> targets, long nowNanos, BiConsumer<float[], Long> done) {
        measure(targets, List.of(), PATIENCE_NANOS, nowNanos, done);
    }

    /// @param told what needs no measuring, one for each target, NaN for those that do; or empty
    /// @param patienceNanos how long to wait before a target is probed once more, for longer
    void measure(
            List<Endpoint> targets,
            List<Float> told,
            long patienceNanos,
            long nowNanos,
            BiConsumer<float[], Long> done) {
        var job = new Job(targets.size(), patienceNanos, done);
        for (int i = 0; i < targets.size(); i++) {
            if (told.isEmpty() || Float.isNaN(told.get(i))) {
                probe(new ProbeTask(job, i, targets.get(i), nowNanos, 0));
            } else {
                job.settle(i, told.get(i), nowNanos);
            }
        }
    }

    /// The same in as many rounds as `mostRounds`, of which the least times count: once more, and again while
    /// that is far less than before; but not where it would take long, as a few milliseconds do not matter there.
    void measure(
            List<Endpoint> targets,
            List<Float> told,
            long patienceNanos,
            int mostRounds,
            long nowNanos,
            BiConsumer<float[], Long> done) {
        var rounds = new Rounds(targets.size(), mostRounds, nowNanos);
        rounds.next = now -> measure(targets, told, patienceNanos, now, (rttMillis, later) -> {
            if (rounds.goOn(rttMillis, later)) {
                rounds.next.accept(later);
            } else {
                done.accept(rounds.leastMillis, later);
            }
        });
        rounds.next.accept(nowNanos);
    }

    private static final class Rounds {
        private final float[] leastMillis;
        private final long beganNanos;
        private int left;
        private boolean first = true;
        private Consumer<Long> next = _ -> {};

        Rounds(int targets, int most, long beganNanos) {
            leastMillis = new float[targets];
            Arrays.fill(leastMillis, Float.NaN);
            left = most;
            this.beganNanos = beganNanos;
        }

        /// Takes in a round; whether another may show that somebody is far nearer still.
        boolean goOn(float[] rttMillis, long nowNanos) {
            boolean less = first;
            first = false;
            left--;
            for (int i = 0; i < rttMillis.length; i++) {
                less |= rttMillis[i] < FAR_LESS * leastMillis[i];
                boolean isNew = Float.isNaN(leastMillis[i]) || rttMillis[i] < leastMillis[i];
                leastMillis[i] = isNew ? rttMillis[i] : leastMillis[i];
            }
            return less && left > 0 && nowNanos - beganNanos < STEADY_NANOS;
        }
    }

    private void probe(ProbeTask task) {
        long nonce = pending.begin(
                task, task.sentNanos() + (task.attempt() == 0 ? task.job().patienceNanos : PATIENCE_NANOS));
        outbox.send(task.to(), 0, new Message.Probe(nonce));
    }

    void handleProbe(Sender from, Message.Probe probe) {
        outbox.send(from.endpoint(), 0, new Message.ProbeAnswer(probe.nonce()));
    }

    void handleAnswer(Sender from, Message.ProbeAnswer answer, long nowNanos) {
        pending.answer(answer.nonce()).ifPresent(task -> {
            if (task instanceof ProbeTask probe) {
                boolean isAsked = probe.to().equals(from.endpoint());
                float rtt = Local.millisSince(probe.sentNanos(), nowNanos);
                // Who answers from elsewhere counts as silent: the other targets' times are waited for.
                probe.job().settle(probe.target(), isAsked ? rtt : Float.NaN, nowNanos);
            }
        });
    }

    void handleSilence(ProbeTask probe, long nowNanos) {
        if (probe.attempt() + 1 < Message.Measure.PROBES) {
            probe(new ProbeTask(probe.job(), probe.target(), probe.to(), nowNanos, probe.attempt() + 1));
        } else {
            probe.job().settle(probe.target(), Float.NaN, nowNanos);
        }
    }

    /// Times as messages carry them.
    static List<Float> listed(float[] rttMillis) {
        List<Float> list = new ArrayList<>(rttMillis.length);
        for (float rtt : rttMillis) {
            list.add(rtt);
        }
        return list;
    }
}
