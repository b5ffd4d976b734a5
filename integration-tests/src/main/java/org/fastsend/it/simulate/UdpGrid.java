package org.fastsend.it.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.fastsend.core.sim.udp.UdpScenario;

/// All paths that the channel must fill: rates, round trips, random losses and buffers, each with each.
public final class UdpGrid {
    static final List<Double> RATES = List.of(1e6, 10e6, 45e6, 100e6, 1e9, 10e9);
    static final List<Long> RTT_MILLIS = List.of(1L, 10L, 100L, 300L, 600L);
    static final List<Double> LOSSES = List.of(0.0, 0.001, 0.01, 0.05, 0.1);
    static final List<Buffer> BUFFERS = List.of(
            new Buffer("3 ms", new UdpBuffer(0.003, 0)),
            new Buffer("20 ms", new UdpBuffer(0.020, 0)),
            new Buffer("1/2 BDP", new UdpBuffer(0, 0.5)),
            new Buffer("1 BDP", new UdpBuffer(0, 1)),
            new Buffer("4 BDP", new UdpBuffer(0, 4)));

    /// Of a tenth lost, 17,000 packets lose 0.23 points more or less (one deviation).
    private static final double TELLING_BITS = 200e6;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double GIGABIT = 1e9;
    private static final double ROUND_TRIPS = 60;

    private UdpGrid() {}

    /// A bottleneck's queue, and what the table calls it.
    record Buffer(String name, UdpBuffer size) {}

    /// One path, whatever its buffer.
    record Path(double rate, long rttMillis, double loss) {}

    /// One path with one buffer.
    record Cell(double rate, long rttMillis, double loss, Buffer buffer) {
        Path path() {
            return new Path(rate, rttMillis, loss);
        }

        UdpScenario scenario() {
            long rttNanos = rttMillis * NANOS_PER_MILLI;
            return UdpScenario.single(
                    rate,
                    rttNanos,
                    loss,
                    buffer.size().seconds(rttNanos / NANOS_PER_SECOND),
                    UdpGrid.seconds(rate, rttNanos));
        }

        /// Packets that it takes, about.
        double work() {
            UdpScenario scenario = scenario();
            return scenario.seconds() * rate / scenario.datagramBytes();
        }
    }

    /// Sixty round trips, half as many from 1 Gbit/s on, but long enough for the controller to have looked
    /// around, and for so many packets that chance loses hardly a quarter of a point more than its share.
    static double seconds(double rate, long rttNanos) {
        double rounds = rate >= GIGABIT ? ROUND_TRIPS / 2 : ROUND_TRIPS;
        double least = rate > GIGABIT ? 1.5 : rate >= GIGABIT ? 3 : Math.max(12, TELLING_BITS / rate);
        return Math.max(least, rounds * rttNanos / NANOS_PER_SECOND);
    }

    static List<Cell> cells(Predicate<Cell> wanted) {
        List<Cell> cells = new ArrayList<>();
        for (double rate : RATES) {
            for (long rttMillis : RTT_MILLIS) {
                for (Buffer buffer : BUFFERS) {
                    for (double loss : LOSSES) {
                        cells.add(new Cell(rate, rttMillis, loss, buffer));
                    }
                }
            }
        }
        return cells.stream().filter(wanted).toList();
    }
}
