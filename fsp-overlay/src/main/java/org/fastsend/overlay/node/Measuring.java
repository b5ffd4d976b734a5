package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.node.Task.ProbeTask;
import org.fastsend.overlay.peer.Endpoint;
import org.fastsend.overlay.probe.Pending;

/// Measures hosts when a search asks for it.
final class Measuring {
    private static final int ATTEMPTS = 2;
    private static final long PATIENCE_NANOS = 500 * Local.MILLISECOND;

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
                float rtt = (nowNanos - probe.sentNanos()) / (float) Local.MILLISECOND;
                // Who answers from elsewhere counts as silent: the other targets' times are waited for.
                probe.job().settle(probe.target(), isAsked ? rtt : Float.NaN, nowNanos);
            }
        });
    }

    void handleSilence(ProbeTask probe, long nowNanos) {
        if (probe.attempt() + 1 < ATTEMPTS) {
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
