package org.fastsend.overlay.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.overlay.message.Message.Measure;
import org.fastsend.overlay.peer.Endpoint;

/// What is measured for others: no target so often that it would be a burden to it, and for nobody so many that a short
/// question would make a flood. Not thread-safe.
final class MeasureGate {
    /// One target is measured so often for others at once, and then so many times a second.
    private static final double TARGET_BURST = 32;

    private static final double TARGETS_PER_SECOND = 2;

    /// For one asker so many targets are measured at once, and then so many a second.
    private static final double ASKER_BURST = 64;

    private static final double ASKERS_TARGETS_PER_SECOND = 8;

    private final Throttle targetsThrottle = new Throttle(TARGET_BURST, TARGETS_PER_SECOND);
    private final Throttle askersThrottle = new Throttle(ASKER_BURST, ASKERS_TARGETS_PER_SECOND);

    /// The question with the asker's own address in it, where the asker is itself a target; empty if a target has been
    /// measured too often, or too many for this asker.
    Optional<Measure> admit(Sender from, Measure measure, long nowNanos) {
        List<Endpoint> targets = new ArrayList<>();
        for (int i = 0; i < measure.targets().size(); i++) {
            Endpoint named = measure.targets().get(i);
            Endpoint target = named.equals(Endpoint.SELF) ? from.endpoint() : named;
            if (measure.isToProbe(i) && !isAdmitted(from, target, nowNanos)) {
                return Optional.empty();
            }
            targets.add(target);
        }
        return Optional.of(measure.of(targets));
    }

    private boolean isAdmitted(Sender from, Endpoint target, long nowNanos) {
        return targetsThrottle.admit(target.low() * 31 + target.port(), nowNanos)
                && askersThrottle.admit(from.id(), nowNanos);
    }
}
