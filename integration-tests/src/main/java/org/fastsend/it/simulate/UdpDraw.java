package org.fastsend.it.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.fastsend.core.congestion.Algorithm;
import org.fastsend.core.sim.udp.UdpResult;
import org.fastsend.core.sim.udp.UdpRun;
import org.fastsend.core.sim.udp.UdpScenario;

/// Paths that nobody chose: rates, round trips, losses, buffers and flows drawn from a seed, two lone flows for each
/// several together. A controller that is good only where it was looked at shows here.
public final class UdpDraw {
    private static final double PERCENT = 100;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MEGABIT = 1e6;
    private static final double LOSSLESS = 0.3;
    private static final double FLOWS_SECONDS = 80;
    private static final int OF = 3;
    private static final int MOST_FLOWS = 10;

    private final long seed;
    private final List<UdpScenario> scenarios = new ArrayList<>();
    private final Map<UdpScenario, UdpResult> results = new ConcurrentHashMap<>();

    /// @param chance draws the paths; seeded with the seed, which names the draw
    public UdpDraw(int count, long seed, RandomGenerator chance) {
        this.seed = seed;
        for (int i = 0; i < count; i++) {
            UdpScenario scenario = i % OF == OF - 1 ? several(chance) : lone(chance);
            scenarios.add(scenario.with(Algorithm.FSP, seed * count + i));
        }
    }

    private static UdpScenario lone(RandomGenerator random) {
        double rate = between(random, 2 * MEGABIT, 2_500 * MEGABIT);
        double rttMillis = between(random, 2, 500);
        double loss = loss(random, 0.1);
        double bufferMillis = random.nextBoolean() ? between(random, 4, 200) : rttMillis * between(random, 0.25, 4);
        long rttNanos = Math.round(rttMillis * NANOS_PER_MILLI);
        return UdpScenario.single(
                rate, rttNanos, loss, bufferMillis / MILLIS_PER_SECOND, UdpGrid.seconds(rate, rttNanos));
    }

    private static UdpScenario several(RandomGenerator random) {
        double rate = between(random, 20 * MEGABIT, 300 * MEGABIT);
        double rttMillis = between(random, 10, 300);
        double loss = loss(random, 0.05);
        double bufferMillis = between(random, 10, 500);
        int flows = 2 + random.nextInt(MOST_FLOWS - 1);
        double staggerMillis = between(random, 1000, 8000);
        double stepMillis = random.nextBoolean() ? 0 : between(random, 1, 60);
        double seconds = staggerMillis / MILLIS_PER_SECOND * (flows - 1) + FLOWS_SECONDS;
        return UdpScenario.single(
                        rate, Math.round(rttMillis * NANOS_PER_MILLI), loss, bufferMillis / MILLIS_PER_SECOND, seconds)
                .withFlows(
                        Collections.nCopies(flows, 1.0),
                        Math.round(staggerMillis * NANOS_PER_MILLI),
                        Math.round(stepMillis * NANOS_PER_MILLI));
    }

    private static double loss(RandomGenerator random, double most) {
        return random.nextDouble() < LOSSLESS ? 0 : between(random, 0.0005, most);
    }

    /// Each power of ten is as likely as the others.
    private static double between(RandomGenerator random, double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    /// Runs them all, so many at a time; tells after each.
    public void run(int threads, Runnable done) {
        List<UdpTrials.Trial> trials = new ArrayList<>();
        for (UdpScenario scenario : scenarios) {
            double packets = scenario.seconds() * scenario.path().rateBitsPerSecond() / scenario.datagramBytes();
            trials.add(new UdpTrials.Trial(packets, () -> results.put(scenario, UdpRun.of(scenario))));
        }
        UdpTrials.run(trials, threads, done);
    }

    /// How far it is.
    public String progress() {
        return results.size() + " of " + scenarios.size();
    }

    /// How many hold, and a table of those that do not.
    public String text() {
        int lone = 0;
        int loneHeld = 0;
        int held = 0;
        StringBuilder missed = new StringBuilder();
        for (UdpScenario scenario : scenarios) {
            UdpResult result = results.get(scenario);
            if (result == null) {
                continue;
            }
            boolean alone = isLone(scenario);
            boolean holds = holds(scenario, result);
            lone += alone ? 1 : 0;
            loneHeld += alone && holds ? 1 : 0;
            held += holds ? 1 : 0;
            if (!holds) {
                missed.append(row(scenario, result));
            }
        }
        return String.format(
                        Locale.ROOT,
                        "Drawn with seed %d: %d of %d lone flows hold, and %d of %d with several flows. Those that do not:%n%n"
                                + "| path | share | sending cost | queue | Jain |%n|---|--:|--:|--:|--:|%n",
                        seed,
                        loneHeld,
                        lone,
                        held - loneHeld,
                        results.size() - lone)
                + missed;
    }

    private static boolean isLone(UdpScenario scenario) {
        return scenario.flows().weights().size() == 1;
    }

    private static boolean holds(UdpScenario scenario, UdpResult result) {
        return isLone(scenario) ? UdpBars.missed(scenario, result).isEmpty() : UdpBars.isShared(result);
    }

    private static String row(UdpScenario scenario, UdpResult result) {
        UdpScenario.Bottleneck path = scenario.path();
        double stepMillis = scenario.flows().extraRttNanos() / NANOS_PER_MILLI;
        return String.format(
                Locale.ROOT,
                "| %d at %.1f Mbit/s, %.0f ms%s, %.2f %% loss, buffer %.0f ms | %.1f %% | %+.2f | %.1f ms | %s |%n",
                scenario.flows().weights().size(),
                path.rateBitsPerSecond() / MEGABIT,
                path.rttNanos() / NANOS_PER_MILLI,
                stepMillis == 0 ? "" : String.format(Locale.ROOT, " and %.0f ms more each", stepMillis),
                path.loss() * PERCENT,
                path.bufferBytes() * 8 * MILLIS_PER_SECOND / path.rateBitsPerSecond(),
                result.linkShare() * PERCENT,
                (result.sendingCost() - path.loss()) * PERCENT,
                result.queueMeanMillis(),
                isLone(scenario) ? "" : String.format(Locale.ROOT, "%.3f", result.jainIndex()));
    }
}
