package org.fastsend.core.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Relays, the links that lead to them, and who connects to them again after a failure.
///
/// @param <B> what a block consists of
public final class SimNetwork<B> {
    private static final long RECONNECT_NANOS = 300 * Simulation.MILLISECOND;

    private final Simulation simulation;
    private final UnaryOperator<B> damage;
    private final List<SimRelay<B>> relays = new ArrayList<>();
    private final Map<SimRelay<B>, Double> rates = new LinkedHashMap<>();
    /// The relay of each target number, and so of each relay number in the manifest.
    private final List<SimRelay<B>> byNumber = new ArrayList<>();

    /// @param damage what a rotten disk does to a block
    public SimNetwork(Simulation simulation, UnaryOperator<B> damage) {
        this.simulation = simulation;
        this.damage = damage;
    }

    public List<SimRelay<B>> relays() {
        return relays;
    }

    public SimRelay<B> relay(int number) {
        return byNumber.get(number);
    }

    public SimRelay<B> addRelay(double bytesPerSecond) {
        SimRelay<B> relay = new SimRelay<>(simulation, simulation.between(1, 20) * Simulation.MILLISECOND, damage);
        relays.add(relay);
        rates.put(relay, bytesPerSecond);
        return relay;
    }

    private SimLink link(SimRelay<B> relay) {
        long delayNanos = simulation.between(Simulation.MILLISECOND / 10, 30 * Simulation.MILLISECOND);
        return new SimLink(simulation, rates.get(relay), delayNanos);
    }

    private boolean answers(SimRelay<B> relay) {
        return relay.isAlive() && !relay.faults().silent;
    }

    /// Makes the relay a target of the sender, and again under a new number whenever it was lost and answers again.
    public void join(SimSender<B> sender, SimRelay<B> relay, long delayNanos) {
        simulation.after(delayNanos, () -> {
            if (sender.isEnded()) {
                return;
            }
            if (!answers(relay)) {
                join(sender, relay, RECONNECT_NANOS);
                return;
            }
            int number = byNumber.size();
            byNumber.add(relay);
            sender.onDown(down -> {
                if (down == number) {
                    join(sender, relay, RECONNECT_NANOS);
                }
            });
            sender.connect(number, relay, link(relay), link(relay));
        });
    }

    /// Connects the receiver to the relay of this number, now and whenever the connection was lost.
    public void join(SimReceiver<B> receiver, int number) {
        receiver.onDown(down -> {
            if (down == number) {
                reconnect(receiver, number, RECONNECT_NANOS);
            }
        });
        reconnect(receiver, number, Simulation.MILLISECOND);
    }

    private void reconnect(SimReceiver<B> receiver, int number, long delayNanos) {
        simulation.after(delayNanos, () -> {
            SimRelay<B> relay = byNumber.get(number);
            if (receiver.isEnded() || receiver.isConnected(number)) {
                return;
            }
            if (answers(relay)) {
                receiver.connect(number, relay, link(relay), link(relay));
            } else {
                reconnect(receiver, number, RECONNECT_NANOS);
            }
        });
    }
}
