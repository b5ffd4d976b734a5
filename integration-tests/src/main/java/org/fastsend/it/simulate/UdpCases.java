package org.fastsend.it.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.sim.udp.ParkingLotRun;
import org.fastsend.core.sim.udp.StorageRun;
import org.fastsend.core.sim.udp.UdpIncident;
import org.fastsend.core.sim.udp.UdpResult;
import org.fastsend.core.sim.udp.UdpRun;
import org.fastsend.core.sim.udp.UdpScenario;

/// What must hold beside the grid of lone flows: for flows among themselves ([FlowCases]), beside foreign laws, and
/// whatever befalls a path.
final class UdpCases {
    private static final double MEGABIT = 1e6;
    private static final double GIGABIT = 1e9;
    private static final long MILLI = 1_000_000;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final long SECOND = 1_000_000_000;
    private static final double CROSS_SECONDS = 130;
    private static final double POLICED_SECONDS = 60;
    private static final double PERCENT = 100;

    private final List<Case> cases = new ArrayList<>();

    private UdpCases() {}

    /// One run and what is asked of it.
    ///
    /// @param work packets that it takes, about
    record Case(String group, String name, double work, Supplier<Outcome> run) {
        private static final int PACKET_BYTES = 1_500;

        /// @param rate of all links together, in bits a second
        static Case of(String group, String name, double rate, double seconds, Supplier<Outcome> run) {
            return new Case(group, name, rate / Byte.SIZE / PACKET_BYTES * seconds, run);
        }
    }

    /// What came of it.
    ///
    /// @param holds empty where nothing is asked: another law, to compare with
    record Outcome(String figures, Optional<Boolean> holds) {
        static Outcome of(boolean holds, String figures) {
            return new Outcome(figures, Optional.of(holds));
        }

        static Outcome compared(String figures) {
            return new Outcome(figures, Optional.empty());
        }
    }

    static List<Case> all() {
        UdpCases all = new UdpCases();
        all.startUp();
        all.distant();
        all.cases.addAll(FlowCases.all());
        all.parkingLots();
        all.foreign(UdpScenario.Cross.CUBIC, 0.25);
        all.foreign(UdpScenario.Cross.BBR, 0.20);
        all.incidents();
        all.policers();
        all.cases.addAll(ReverseCases.all());
        all.storage();
        all.laws();
        return all.cases;
    }

    private void add(String group, String name, double rate, double seconds, Supplier<Outcome> run) {
        cases.add(Case.of(group, name, rate, seconds, run));
    }

    private void startUp() {
        for (double bufferMillis : List.of(3.0, 20.0, 300.0)) {
            for (double loss : List.of(0.0, 0.05)) {
                String name = String.format(
                        Locale.ROOT, "1 Gbit/s, 300 ms, %.0f %% loss, buffer %.0f ms", loss * PERCENT, bufferMillis);
                add(
                        "Start-up: 80 % of the link within 12 round trips, under 2 % lost to overflow",
                        name, GIGABIT, 6, () -> {
                            UdpResult result = UdpRun.of(UdpScenario.single(
                                    GIGABIT, 300 * MILLI, loss, bufferMillis / MILLIS_PER_SECOND, 6));
                            double rounds = result.startupMillis() / 300;
                            return Outcome.of(
                                    rounds <= 12 && result.startupOverflow() < 0.02,
                                    String.format(
                                            Locale.ROOT,
                                            "%.1f round trips, %.2f %% lost to overflow",
                                            rounds,
                                            result.startupOverflow() * PERCENT));
                        });
            }
        }
    }

    private void distant() {
        String group = "5 % loss at 500 ms: the bars of lone flows";
        for (double rate : List.of(MEGABIT, 10 * MEGABIT, 100 * MEGABIT, GIGABIT)) {
            for (double bufferSeconds : List.of(0.02, 0.5)) {
                String name = String.format(
                        Locale.ROOT, "%.0f Mbit/s, buffer %.0f ms", rate / MEGABIT, bufferSeconds * MILLIS_PER_SECOND);
                double seconds = UdpGrid.seconds(rate, 500 * MILLI);
                UdpScenario scenario = UdpScenario.single(rate, 500 * MILLI, 0.05, bufferSeconds, seconds);
                lone(
                        group,
                        name,
                        scenario,
                        result -> String.format(
                                Locale.ROOT,
                                "share %.1f %%, sending cost %.2f %%, receiving cost %.2f %%, queue %.1f ms",
                                result.linkShare() * PERCENT,
                                result.sendingCost() * PERCENT,
                                result.receivingCost() * PERCENT,
                                result.queueMeanMillis()));
            }
        }
    }

    /// A lone flow, held to the grid's bars.
    private void lone(String group, String name, UdpScenario scenario, Function<UdpResult, String> figures) {
        add(group, name, scenario.path().rateBitsPerSecond(), scenario.seconds(), () -> {
            UdpResult result = UdpRun.of(scenario);
            return Outcome.of(UdpBars.missed(scenario, result).isEmpty(), figures.apply(result));
        });
    }

    private void parkingLots() {
        for (boolean last : List.of(false, true)) {
            parkingLot(10, 60, 150, last);
            parkingLot(100, 60, 100, last);
            parkingLot(100, 100, 100, last);
            parkingLot(1000, 60, 100, last);
        }
        parkingLot(100, 60, 400, false); // what its search found free is long forgotten
    }

    private void parkingLot(int megabits, int rttMillis, int seconds, boolean last) {
        String name = String.format(
                Locale.ROOT,
                "%d Mbit/s, %d ms, after %d s, that over all three %s",
                megabits,
                rttMillis,
                seconds,
                last ? "last" : "first");
        double rate = megabits * MEGABIT;
        add(
                "Parking lot of three links: within 15 % of proportional fairness",
                name, 3 * rate, seconds, () -> {
                    List<Double> shares = ParkingLotRun.shares(3, rate, rttMillis * MILLI, seconds, last);
                    boolean holds = true;
                    StringBuilder figures = new StringBuilder("shares of a link");
                    for (int i = 0; i < shares.size(); i++) {
                        double fair = i == 0 ? 0.25 : 0.75;
                        holds &= Math.abs(shares.get(i) - fair) <= 0.15 * fair;
                        figures.append(String.format(Locale.ROOT, " %.3f", shares.get(i)));
                    }
                    return Outcome.of(holds, figures.toString());
                });
    }

    private void foreign(UdpScenario.Cross cross, double least) {
        String group = String.format(
                Locale.ROOT, "Beside one %s flow for 120 s: each side >= %.0f %% of the link", cross, least * PERCENT);
        for (double rate : List.of(100 * MEGABIT, GIGABIT)) {
            for (long rttMillis : List.of(20L, 100L)) {
                for (double bdp : List.of(1.0, 4.0)) {
                    for (boolean first : List.of(false, true)) {
                        String name = String.format(
                                Locale.ROOT,
                                "%.0f Mbit/s, %d ms, %.0f BDP, %s first",
                                rate / MEGABIT,
                                rttMillis,
                                bdp,
                                first ? cross : "FSP");
                        double buffer = bdp * rttMillis / MILLIS_PER_SECOND;
                        UdpScenario scenario = UdpScenario.single(rate, rttMillis * MILLI, 0, buffer, CROSS_SECONDS)
                                .withCross(cross, first);
                        add(group, name, rate, CROSS_SECONDS, () -> {
                            UdpResult result = UdpRun.of(scenario);
                            return Outcome.of(
                                    Math.min(result.linkShare(), result.crossShare()) >= least,
                                    String.format(
                                            Locale.ROOT,
                                            "FSP %.1f %%, %s %.1f %%",
                                            result.linkShare() * PERCENT,
                                            cross,
                                            result.crossShare() * PERCENT));
                        });
                    }
                }
            }
        }
    }

    private void incidents() {
        String group = "100 Mbit/s, 100 ms, 1 BDP, whatever befalls it: share >= 95 % afterwards";
        for (UdpIncident incident : UdpIncident.values()) {
            String what = incident.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            for (double loss : List.of(0.0, 0.01)) {
                String name = String.format(Locale.ROOT, "%s, %.0f %% loss", what, loss * PERCENT);
                incident(group, name, UdpScenario.single(100 * MEGABIT, 100 * MILLI, loss, 0.1, 60), incident);
            }
        }
        UdpScenario queues = UdpScenario.single(100 * MEGABIT, 100 * MILLI, 0, 0.2, 60);
        incident(
                group,
                "stepped clock, CUBIC fills 200 ms of buffer on the way back",
                queues.withReverse(0, UdpScenario.Cross.CUBIC),
                UdpIncident.STEPPED_CLOCK);
    }

    private void incident(String group, String name, UdpScenario scenario, UdpIncident incident) {
        add(group, name, 100 * MEGABIT, 60, () -> {
            UdpResult result = UdpRun.of(scenario, incident);
            return Outcome.of(
                    result.linkShare() >= UdpBars.ALL_SHARE && result.spurious() <= 0.005,
                    String.format(
                            Locale.ROOT,
                            "share %.1f %%, spurious %.2f %%, queue %.1f ms",
                            result.linkShare() * PERCENT,
                            result.spurious() * PERCENT,
                            result.queueMeanMillis()));
        });
    }

    private void policers() {
        String group =
                "Behind a token-bucket policer, which queues nothing: share >= 95 %, sending cost <= loss + 1 point";
        for (double rate : List.of(10 * MEGABIT, 100 * MEGABIT)) {
            for (long rttMillis : List.of(10L, 100L, 300L)) {
                for (double bucketSeconds : List.of(0.01, 0.1)) {
                    for (double loss : List.of(0.0, 0.01)) {
                        policer(group, rate, rttMillis, bucketSeconds, loss);
                    }
                }
            }
        }
    }

    private void policer(String group, double rate, long rttMillis, double bucketSeconds, double loss) {
        String name = String.format(
                Locale.ROOT,
                "%.0f Mbit/s, %d ms, bucket %.0f ms, %.0f %% loss",
                rate / MEGABIT,
                rttMillis,
                bucketSeconds * MILLIS_PER_SECOND,
                loss * PERCENT);
        UdpScenario scenario = UdpScenario.single(rate, rttMillis * MILLI, loss, bucketSeconds, POLICED_SECONDS)
                .withPolicer();
        lone(
                group,
                name,
                scenario,
                result -> String.format(
                        Locale.ROOT,
                        "share %.1f %%, sending cost %.2f %%",
                        result.linkShare() * PERCENT,
                        result.sendingCost() * PERCENT));
    }

    private void storage() {
        String group =
                "A disk for a third of the link, unevenly: >= 90 % of its rate, loss < 1 %, the cache bounded, Jain >= 0.95";
        for (double rate : List.of(100 * MEGABIT, GIGABIT)) {
            for (int count : List.of(1, 2)) {
                String name = String.format(Locale.ROOT, "%d at %.0f Mbit/s, 40 ms", count, rate / MEGABIT);
                add(group, name, rate / 3, 40, () -> {
                    StorageRun.Result result = StorageRun.of(count, rate, 40 * MILLI, 40);
                    return Outcome.of(
                            result.diskShare() >= 0.9
                                    && result.loss() < 0.01
                                    && result.mostHeldBytes() <= result.boundBytes()
                                    && result.jainIndex() >= UdpBars.FAIR,
                            String.format(
                                    Locale.ROOT,
                                    "%.1f %% of the disk, loss %.2f %%, cache %d of %d MiB, Jain %.3f",
                                    result.diskShare() * PERCENT,
                                    result.loss() * PERCENT,
                                    result.mostHeldBytes() >> 20,
                                    result.boundBytes() >> 20,
                                    result.jainIndex()));
                });
            }
        }
    }

    private void laws() {
        String group = "Other laws over the same paths, to compare with";
        for (Algorithm law : Algorithm.values()) {
            for (long rttMillis : List.of(20L, 300L)) {
                for (double loss : List.of(0.0, 0.01, 0.05)) {
                    String name = String.format(
                            Locale.ROOT, "%s: 100 Mbit/s, %d ms, %.0f %% loss, 1 BDP", law, rttMillis, loss * PERCENT);
                    UdpScenario scenario = UdpScenario.single(
                                    100 * MEGABIT, rttMillis * MILLI, loss, rttMillis / MILLIS_PER_SECOND, 60)
                            .with(law, 1);
                    add(group, name, 100 * MEGABIT, 60, () -> compare(UdpRun.of(scenario)));
                }
            }
            UdpScenario four = UdpScenario.single(100 * MEGABIT, 100 * MILLI, 0, 0.1, 95)
                    .withFlows(Collections.nCopies(4, 1.0), 5 * SECOND, 0)
                    .with(law, 1);
            add(
                    group,
                    law + ": 4 flows at 100 Mbit/s, 100 ms, 1 BDP",
                    100 * MEGABIT,
                    95,
                    () -> compare(UdpRun.of(four)));
        }
    }

    private static Outcome compare(UdpResult result) {
        return Outcome.compared(String.format(
                Locale.ROOT,
                "share %.1f %%, sending cost %.1f %%, queue %.1f ms, Jain %.3f",
                result.linkShare() * PERCENT,
                result.sendingCost() * PERCENT,
                result.queueMeanMillis(),
                result.jainIndex()));
    }
}
