package org.fastsend.core.sim;

import java.util.List;

/// What goes wrong with relays, drawn from the simulation's seed: crashes with and without return, silence, refusals,
/// losses, slowness, full disks. All of it ends; and what a released sender relies on comes back.
public final class SimFaults<B> {
    private static final long LAST_NANOS = 3 * Simulation.SECOND;

    private final Simulation simulation;
    private final SimNetwork<B> network;

    public SimFaults(Simulation simulation, SimNetwork<B> network) {
        this.simulation = simulation;
        this.network = network;
    }

    /// Lets things go wrong with all relays but some, with which they only go a little wrong.
    public void plan(int sound) {
        List<SimRelay<B>> relays = network.relays();
        for (int i = 0; i < relays.size(); i++) {
            SimRelay.Faults faults = relays.get(i).faults();
            if (i < sound) {
                faults.losing = simulation.random().nextInt(3) * 0.01;
                faults.busy = simulation.random().nextInt(3) * 0.02;
            } else {
                plan(relays.get(i), faults);
            }
        }
        simulation.after(
                LAST_NANOS,
                () -> relays.forEach(relay -> {
                    relay.faults().silent = false;
                    relay.faults().busy = 0;
                    relay.faults().failing = 0;
                    relay.faults().losing = 0;
                }));
    }

    private void plan(SimRelay<B> relay, SimRelay.Faults faults) {
        long when = simulation.between(0, LAST_NANOS / 2);
        switch (simulation.random().nextInt(8)) {
            case 0 -> simulation.after(when, relay::crash);
            case 1 -> {
                simulation.after(when, relay::crash);
                simulation.after(when + simulation.between(0, LAST_NANOS / 2), relay::restart);
            }
            case 2 -> simulation.after(when, () -> faults.silent = true);
            case 3 -> faults.busy = 0.6;
            case 4 -> faults.failing = 0.3;
            case 5 -> faults.losing = 0.2;
            case 6 -> faults.capacityBlocks = simulation.random().nextInt(10);
            default -> {} // nothing but slow, perhaps
        }
    }

    /// The sender is gone: what goes wrong from now on, or was not noticed in time, does not last.
    public void released() {
        simulation.after(Simulation.SECOND, () -> network.relays().forEach(SimRelay::restart));
    }
}
