package org.fastsend.it.simulate.overlay;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.fastsend.overlay.node.Answered;
import org.fastsend.overlay.peer.Endpoint;

/// A machine in the world, where it stands, and when it is to be woken.
final class Station {
    private final int host;
    private final long id;
    private final Endpoint endpoint;
    private final Host machine;
    private final Map<Long, BiConsumer<Answered, Long>> listeners = new HashMap<>();
    private long wakeNanos = Long.MAX_VALUE;
    private boolean up = true;

    Station(int host, long id, Endpoint endpoint, Host machine) {
        this.host = host;
        this.id = id;
        this.endpoint = endpoint;
        this.machine = machine;
    }

    int host() {
        return host;
    }

    long id() {
        return id;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    Host machine() {
        return machine;
    }

    boolean isUp() {
        return up;
    }

    void fall() {
        up = false;
    }

    /// @param number the query's
    void listen(long number, BiConsumer<Answered, Long> listener) {
        listeners.put(number, listener);
    }

    void answered(Answered answer, long nowNanos) {
        BiConsumer<Answered, Long> listener = listeners.remove(answer.number());
        if (listener != null) {
            listener.accept(answer, nowNanos);
        }
    }

    long wakeNanos() {
        return wakeNanos;
    }

    void wakeAt(long nanos) {
        wakeNanos = nanos;
    }
}
