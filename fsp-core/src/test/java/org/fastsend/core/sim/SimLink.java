package org.fastsend.core.sim;

/// One direction between two hosts: bytes leave one after the other at its rate and arrive after its delay.
public final class SimLink {
    private final Simulation simulation;
    private final long delayNanos;
    private double bytesPerSecond;
    private long freeAtNanos;

    public SimLink(Simulation simulation, double bytesPerSecond, long delayNanos) {
        this.simulation = simulation;
        this.bytesPerSecond = bytesPerSecond;
        this.delayNanos = delayNanos;
    }

    /// Changes the rate for what is sent from now on.
    public void rate(double newBytesPerSecond) {
        bytesPerSecond = newBytesPerSecond;
    }

    public void send(long bytes, Runnable arrived) {
        long startNanos = Math.max(freeAtNanos, simulation.nanos());
        freeAtNanos = startNanos + (long) (bytes * 1e9 / bytesPerSecond);
        simulation.at(freeAtNanos + delayNanos, arrived);
    }
}
