package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.overlay.message.Candidate;
import org.fastsend.overlay.message.Message;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.message.Message.Measured;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.peer.Coordinate;
import org.fastsend.overlay.query.Candidates;
import org.fastsend.overlay.ring.Roster;

/// What a member of the FSP overlay does for the searches of others, which are run by whoever asks: it measures the
/// targets, unless it is told how far they are, and names members of its roster that may lie better.
final class Naming implements Querying {
    private static final long LEAST_PROBE_NANOS = 50 * Local.MILLISECOND;
    private static final float PATIENCE = 1.5f;
    private static final float UNKNOWN_MILLIS = 400;

    private final Local local;
    private final Roster roster;
    private final Measuring measuring;

    Naming(Local local, Roster roster, Measuring measuring) {
        this.local = local;
        this.roster = roster;
        this.measuring = measuring;
    }

    @Override
    public void ask(Query query, Asker asker, long nowNanos) {
        // Whoever asks searches for itself.
    }

    @Override
    public void handleForward(Message.Forward forward, long nowNanos) {
        // Searches are not handed on.
    }

    @Override
    public void handleMeasure(Sender from, Measure measure, Reply reply, long nowNanos) {
        measuring.measure(measure.targets(), measure.told(), patience(measure), nowNanos, (rtts, now) -> {
            List<Float> times = Measuring.listed(rtts);
            List<Candidate> named = measure.candidates() == 0
                    ? List.of()
                    : Candidates.of(local.self(), roster, measure, times, from.id());
            reply.send(
                    new Measured(
                            measure.number(),
                            from.endpoint(),
                            local.self().coordinate(),
                            new ArrayList<>(times),
                            named),
                    now);
        });
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
}
