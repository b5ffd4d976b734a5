package org.fastsend.it.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fastsend.core.sim.udp.UdpResult;
import org.fastsend.core.sim.udp.UdpRun;
import org.fastsend.core.sim.udp.UdpScenario;

/// A flow of FSP's own whose reports come back over a way that others load, or fill.
final class ReverseCases {
    private static final double MEGABIT = 1e6;
    private static final long MILLI = 1_000_000;
    private static final double MILLIS_PER_SECOND = 1e3;
    /// A buffer such as home routers have.
    private static final double DEEP_SECONDS = 0.4;

    private static final double PERCENT = 100;

    private final List<UdpCases.Case> cases = new ArrayList<>();

    private ReverseCases() {}

    static List<UdpCases.Case> all() {
        ReverseCases all = new ReverseCases();
        all.cases();
        return all.cases;
    }

    private void cases() {
        for (long rttMillis : List.of(20L, 100L)) {
            for (double rate : List.of(10 * MEGABIT, 100 * MEGABIT)) {
                UdpScenario alone = UdpScenario.single(rate, rttMillis * MILLI, 0, rttMillis / MILLIS_PER_SECOND, 40);
                UdpScenario deep = UdpScenario.single(rate, rttMillis * MILLI, 0, DEEP_SECONDS, 40);
                String path = String.format(Locale.ROOT, "%.0f Mbit/s, %d ms", rate / MEGABIT, rttMillis);
                reverse(path + ", 95 % of it, 1 BDP", alone, alone.withReverse(0.95, UdpScenario.Cross.NONE));
                reverse(path + ", 120 % of it, 1 BDP", alone, alone.withReverse(1.2, UdpScenario.Cross.NONE));
                reverse(path + ", 120 % of it, 400 ms", deep, deep.withReverse(1.2, UdpScenario.Cross.NONE));
                reverse(path + ", CUBIC, 1 BDP", alone, alone.withReverse(0, UdpScenario.Cross.CUBIC));
                reverse(path + ", CUBIC, 400 ms", deep, deep.withReverse(0, UdpScenario.Cross.CUBIC));
            }
        }
    }

    private void reverse(String name, UdpScenario alone, UdpScenario against) {
        String group = "Traffic on the way back, of so much of the link or one flow of CUBIC's, buffers of that length"
                + " both ways: costs < 3 % of the share without";
        double rate = 3 * alone.path().rateBitsPerSecond();
        cases.add(UdpCases.Case.of(group, name, rate, alone.seconds(), () -> {
            UdpResult without = UdpRun.of(alone);
            UdpResult with = UdpRun.of(against);
            double cost = 1 - with.linkShare() / without.linkShare();
            return UdpCases.Outcome.of(
                    cost < 0.03,
                    String.format(
                            Locale.ROOT,
                            "cost %.2f %%: share %.1f %% instead of %.1f %%, queue %.1f ms, sending cost %.2f %%",
                            cost * PERCENT,
                            with.linkShare() * PERCENT,
                            without.linkShare() * PERCENT,
                            with.queueMeanMillis(),
                            with.sendingCost() * PERCENT));
        }));
    }
}
