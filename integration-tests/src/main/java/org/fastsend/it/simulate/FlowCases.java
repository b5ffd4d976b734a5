package org.fastsend.it.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.fastsend.core.sim.udp.UdpResult;
import org.fastsend.core.sim.udp.UdpRun;
import org.fastsend.core.sim.udp.UdpScenario;

/// Several flows of FSP's own on one path, each joining later than the one before.
final class FlowCases {
    private static final double MEGABIT = 1e6;
    private static final double GIGABIT = 1e9;
    private static final long MILLI = 1_000_000;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final long SECOND = 1_000_000_000;
    private static final double FLOWS_SECONDS = 80;
    private static final double PERCENT = 100;

    private final List<UdpCases.Case> cases = new ArrayList<>();

    private FlowCases() {}

    static List<UdpCases.Case> all() {
        FlowCases all = new FlowCases();
        all.alike();
        all.weighted();
        return all.cases;
    }

    private void alike() {
        String group = "Flows of FSP's own, each joining 5 s after the one before: Jain index >= 0.95, sum >= 95 %";
        for (int count : List.of(2, 4, 10)) {
            for (long rttMillis : List.of(20L, 100L, 300L)) {
                double rttSeconds = rttMillis / MILLIS_PER_SECOND;
                for (double bufferBdp : List.of(0.0, 0.5, 1.0, 4.0)) {
                    double seconds = bufferBdp == 0 ? 0.005 : bufferBdp * rttSeconds;
                    flows(group, 100 * MEGABIT, evenly(count), rttMillis, 0, seconds, 0);
                }
                for (double loss : List.of(0.01, 0.05)) {
                    flows(group, 100 * MEGABIT, evenly(count), rttMillis, 0, rttSeconds, loss);
                }
            }
        }
        for (long rttMillis : List.of(20L, 300L)) {
            for (int count : List.of(2, 4)) {
                flows(group, GIGABIT, evenly(count), rttMillis, 0, rttMillis / MILLIS_PER_SECOND, 0);
            }
        }
        for (int count : List.of(2, 4)) {
            for (double seconds : List.of(0.01, 0.05, 0.2)) {
                flows(group, 100 * MEGABIT, evenly(count), 20, 60, seconds, 0);
            }
        }
        for (int count : List.of(4, 7)) {
            for (double seconds : List.of(0.02, 0.04, 0.08)) {
                flows(group, 20 * MEGABIT, evenly(count), 40, 0, seconds, 0);
            }
        }
    }

    private void weighted() {
        String weights = "Weights 1:2: shared within 15 %, sum >= 95 %";
        for (long rttMillis : List.of(20L, 100L)) {
            for (double rate : List.of(100 * MEGABIT, GIGABIT)) {
                flows(weights, rate, List.of(1.0, 2.0), rttMillis, 0, rttMillis / MILLIS_PER_SECOND, 0);
            }
        }
    }

    private static List<Double> evenly(int count) {
        return Collections.nCopies(count, 1.0);
    }

    private void flows(
            String group,
            double rate,
            List<Double> weights,
            long rttMillis,
            long stepMillis,
            double bufferSeconds,
            double loss) {
        double seconds = 5 * (weights.size() - 1) + FLOWS_SECONDS;
        String rtt = stepMillis == 0 ? rttMillis + " ms" : rttMillis + " ms and " + stepMillis + " ms more each";
        String name = String.format(
                Locale.ROOT,
                "%d at %.0f Mbit/s, %s, %s, buffer %.0f ms",
                weights.size(),
                rate / MEGABIT,
                rtt,
                loss == 0 ? "no loss" : String.format(Locale.ROOT, "%.0f %% loss", loss * PERCENT),
                bufferSeconds * MILLIS_PER_SECOND);
        UdpScenario scenario = UdpScenario.single(rate, rttMillis * MILLI, loss, bufferSeconds, seconds)
                .withFlows(weights, 5 * SECOND, stepMillis * MILLI);
        boolean weighted = weights.stream().distinct().count() > 1;
        cases.add(UdpCases.Case.of(group, name, rate, seconds, () -> {
            UdpResult result = UdpRun.of(scenario);
            double ratio = result.flows().getLast().goodputBitsPerSecond()
                    / result.flows().getFirst().goodputBitsPerSecond();
            boolean holds = weighted
                    ? Math.abs(ratio / 2 - 1) <= 0.15 && result.linkShare() >= UdpBars.ALL_SHARE
                    : UdpBars.isShared(result);
            return UdpCases.Outcome.of(
                    holds,
                    String.format(
                            Locale.ROOT,
                            weighted
                                    ? "1:%.2f, sum %.1f %%, queue %.1f ms, sending cost %.1f %%"
                                    : "Jain %.3f, sum %.1f %%, queue %.1f ms, sending cost %.1f %%",
                            weighted ? ratio : result.jainIndex(),
                            result.linkShare() * PERCENT,
                            result.queueMeanMillis(),
                            result.sendingCost() * PERCENT));
        }));
    }
}
