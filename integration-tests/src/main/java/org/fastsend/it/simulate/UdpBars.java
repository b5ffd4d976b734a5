package org.fastsend.it.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fastsend.core.sim.udp.UdpResult;
import org.fastsend.core.sim.udp.UdpScenario;

/// What must hold of a lone flow, whatever the path, and of several together.
public final class UdpBars {
    /// Jain's index of flows that share fairly, and what they have of the link together.
    static final double FAIR = 0.95;

    static final double ALL_SHARE = 0.95;

    private static final double GIGABIT = 1e9;
    private static final double FAST_SHARE = 0.97;
    private static final double SHARE = 0.95;
    private static final double EXTRA_SENDING_COST = 0.01;
    private static final double RECEIVING_COST = 0.005;
    private static final double HALF_BUFFER_SLACK_MILLIS = 5;
    private static final double MILLIS_PER_SECOND = 1e3;

    private UdpBars() {}

    /// The bars that the result missed, in words; empty if it holds.
    public static List<String> missed(UdpScenario scenario, UdpResult result) {
        List<String> missed = new ArrayList<>();
        double share = scenario.path().rateBitsPerSecond() >= GIGABIT ? FAST_SHARE : SHARE;
        check(missed, "link share", result.linkShare(), share, false);
        check(missed, "sending cost", result.sendingCost(), scenario.path().loss() + EXTRA_SENDING_COST, true);
        check(missed, "receiving cost", result.receivingCost(), RECEIVING_COST, true);
        check(missed, "mean queue, ms", result.queueMeanMillis(), queueMillis(scenario), true);
        return missed;
    }

    /// Whether several flows fill the link and share it fairly.
    static boolean isShared(UdpResult result) {
        return result.jainIndex() >= FAIR && result.linkShare() >= ALL_SHARE;
    }

    /// The mean queue that is allowed: by the rate, and never more than half the buffer and a little.
    static double queueMillis(UdpScenario scenario) {
        double bufferMillis = scenario.path().bufferBytes()
                * 8
                * MILLIS_PER_SECOND
                / scenario.path().rateBitsPerSecond();
        return Math.min(byRateMillis(scenario.path().rateBitsPerSecond()), bufferMillis / 2 + HALF_BUFFER_SLACK_MILLIS);
    }

    /// 10 ms at 1 Gbit/s and up, 30 at 100 Mbit/s and up, 60 at 10 and up, unbounded below.
    private static double byRateMillis(double rateBitsPerSecond) {
        if (rateBitsPerSecond >= GIGABIT) {
            return 10;
        }
        if (rateBitsPerSecond >= GIGABIT / 10) {
            return 30;
        }
        return rateBitsPerSecond >= GIGABIT / 100 ? 60 : Double.POSITIVE_INFINITY;
    }

    private static void check(List<String> missed, String what, double value, double bar, boolean most) {
        if (most ? value > bar : value < bar) {
            missed.add(String.format(Locale.ROOT, "%s %.4f, not %s %.4f", what, value, most ? "<=" : ">=", bar));
        }
    }
}
