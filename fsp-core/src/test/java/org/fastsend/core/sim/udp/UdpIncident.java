package org.fastsend.core.sim.udp;

import java.util.function.Supplier;

/// Something that befalls the path or the clocks of a lone flow [#AT_NANOS] after its start, or is wrong with them all
/// the time.
public enum UdpIncident {
    NONE,
    /// The route gets 50 ms longer, half each way.
    LONGER_ROUTE,
    /// It gets 50 ms shorter.
    SHORTER_ROUTE,
    /// A hundredth of the packets are up to 20 ms late: three times what is waited for at first.
    REORDERING,
    /// Twenty packets in a row are lost, every two seconds.
    BURSTS,
    /// Nothing gets through for three seconds, either way.
    OUTAGE,
    /// The way back loses three tenths.
    LOSSY_WAY_BACK,
    /// The receiver's clock runs 200 ppm slow.
    SKEWED_CLOCK,
    /// The receiver's clock is put forward by 80 ms, and back by it ten seconds later.
    STEPPED_CLOCK,
    /// Both ends run for two milliseconds and wait for two, in the mean.
    BUSY_HOSTS;

    static final long AT_NANOS = 10_000_000_000L;

    private static final long SECOND = 1_000_000_000;
    private static final long HALF_CHANGE_NANOS = 25_000_000;
    private static final long STEP_NANOS = 80_000_000;
    private static final int BURST_DATAGRAMS = 20;
    private static final int BURSTS_COUNT = 10;
    private static final double STALL_NANOS = 2e6;
    private static final long LATE_NANOS = 20_000_000;

    /// How long after it nothing is measured.
    long allowedNanos() {
        return switch (this) {
            case LONGER_ROUTE, SHORTER_ROUTE -> 30 * SECOND;
            case OUTAGE -> 13 * SECOND;
            default -> 0;
        };
    }

    double receiverSkew() {
        return this == SKEWED_CLOCK ? -200e-6 : SimFlow.RECEIVER_SKEW;
    }

    void befall(DatagramWorld world, DatagramLink there, DatagramLink back, Supplier<SimFlow> flow) {
        switch (this) {
            case NONE, SKEWED_CLOCK -> {}
            case LONGER_ROUTE -> world.at(AT_NANOS, () -> lengthen(HALF_CHANGE_NANOS, there, back));
            case SHORTER_ROUTE -> world.at(AT_NANOS, () -> lengthen(-HALF_CHANGE_NANOS, there, back));
            case REORDERING -> there.setReorder(0.01, LATE_NANOS);
            case BURSTS -> {
                for (int i = 0; i < BURSTS_COUNT; i++) {
                    world.at(AT_NANOS + 2L * i * SECOND, () -> there.dropNext(BURST_DATAGRAMS));
                }
            }
            case OUTAGE -> {
                world.at(AT_NANOS, () -> down(true, there, back));
                world.at(AT_NANOS + 3 * SECOND, () -> down(false, there, back));
            }
            case LOSSY_WAY_BACK -> back.setLoss(0.3);
            case BUSY_HOSTS ->
                world.at(1, () -> {
                    flow.get().sender().stall(new Stalls(1, STALL_NANOS, STALL_NANOS));
                    flow.get().receiver().stall(new Stalls(2, STALL_NANOS, STALL_NANOS));
                });
            case STEPPED_CLOCK -> {
                world.at(AT_NANOS, () -> flow.get().receiver().clock().step(STEP_NANOS));
                world.at(2 * AT_NANOS, () -> flow.get().receiver().clock().step(-STEP_NANOS));
            }
        }
    }

    private static void lengthen(long nanos, DatagramLink there, DatagramLink back) {
        there.setDelay(there.delayNanos() + nanos);
        back.setDelay(back.delayNanos() + nanos);
    }

    private static void down(boolean whether, DatagramLink there, DatagramLink back) {
        there.setDown(whether);
        back.setDown(whether);
    }
}
