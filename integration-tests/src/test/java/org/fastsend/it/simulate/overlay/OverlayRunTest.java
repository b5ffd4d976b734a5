package org.fastsend.it.simulate.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.fastsend.overlay.member.Watch;
import org.fastsend.overlay.node.OverlaySettings;
import org.fastsend.overlay.peer.Caps;
import org.junit.jupiter.api.Test;

/// Small overlays, which build themselves by gossip with message loss; the bars are those of large ones, less what a
/// hundred queries may miss by chance. `fsp simulate overlay --table` runs the large ones.
class OverlayRunTest {
    private static final int NODES = 200;
    private static final int QUERIES = 150;
    /// One in a hundred is to be told from none.
    private static final int MANY_QUERIES = 300;
    private static final int SEED = 1;

    private static Experiment experiment(OverlaySettings settings, Adversity adversity) {
        return new Experiment(settings, NODES, QUERIES, 2, adversity, SEED);
    }

    private static Outcome run(Experiment experiment) throws IOException {
        return run(experiment, "planetlab490");
    }

    private static Outcome run(Experiment experiment, String matrix) throws IOException {
        Outcome outcome = new OverlayRun(experiment, RttMatrix.named(matrix)).run();
        System.out.println(experiment + System.lineSeparator() + new OutcomeText().of(outcome));
        return outcome;
    }

    @Test
    void findsTheClosestWhereMeridianMissesItAndNamesEight() throws IOException {
        Outcome fsp = run(experiment(OverlaySettings.defaults(), Adversity.usual()));
        Outcome meridian = run(experiment(OverlaySettings.meridian(), Adversity.usual()));
        assertTrue(fsp.exactPercent() >= 90, "exact " + fsp.exactPercent());
        assertTrue(fsp.meanErrorMillis() < meridian.meanErrorMillis(), "Meridian: " + meridian.meanErrorMillis());
        assertTrue(fsp.recallAt8Percent() >= 90, "recall " + fsp.recallAt8Percent());
        assertTrue(fsp.setRatePercent() >= 95, "rate " + fsp.setRatePercent());
        assertTrue(
                fsp.leader().exactPercent() > meridian.leader().exactPercent(),
                fsp.leader() + ", " + meridian.leader());
        assertTrue(fsp.leader().meanErrorMillis() < meridian.leader().meanErrorMillis(), "" + fsp.leader());
        assertTrue(fsp.again().probesPerQuery() <= 10, "" + fsp.again());
        assertTrue(fsp.probesPerQuery() <= 50, "probes " + fsp.probesPerQuery());
        assertTrue(fsp.bitsPerSecondPerNode() <= 1500, "bit/s " + fsp.bitsPerSecondPerNode());
        assertTrue(fsp.membersKnown() <= 150, "knows " + fsp.membersKnown());
    }

    /// Whoever finds the closest only where the method was developed has learnt a matrix by heart.
    @Test
    void findsTheClosestOfANetworkThatNobodyMeasured() throws IOException {
        Outcome outcome = run(experiment(OverlaySettings.defaults(), Adversity.usual()), "transit-stub");
        assertTrue(outcome.exactPercent() >= 90, "exact " + outcome.exactPercent());
        assertTrue(outcome.recallAt8Percent() >= 90, "recall " + outcome.recallAt8Percent());
        assertTrue(outcome.probesPerQuery() <= 50, "probes " + outcome.probesPerQuery());
    }

    @Test
    void membersThatVanishAreNotNamed() throws IOException {
        Outcome outcome = run(new Experiment(
                OverlaySettings.defaults(),
                NODES,
                MANY_QUERIES,
                2,
                Adversity.usual().churn(0.1),
                SEED));
        assertTrue(outcome.exactPercent() >= 90, "exact " + outcome.exactPercent());
        assertTrue(outcome.deadPercent() <= 1, "dead " + outcome.deadPercent());
        assertTrue(outcome.recallAt8Percent() >= 85, "recall " + outcome.recallAt8Percent());
    }

    @Test
    void membersBehindNatsAreFoundToo() throws IOException {
        Outcome outcome =
                run(experiment(OverlaySettings.defaults(), Adversity.usual().nat(0.4)));
        assertTrue(outcome.recallAt8Percent() >= 80, "recall " + outcome.recallAt8Percent());
    }

    @Test
    void slowMachinesAndLostMessagesMakeFarFewerLookDeadThanWithSwimAsPublished() throws IOException {
        Adversity slow = Adversity.usual().slow(0.1, 0.05);
        Outcome swim = run(experiment(OverlaySettings.defaults().watching(Watch.SWIM), slow));
        Outcome lifeguard = run(experiment(OverlaySettings.defaults(), slow));
        double published = swim.falseFailuresPerHour().orElseThrow();
        double ours = lifeguard.falseFailuresPerHour().orElseThrow();
        assertTrue(published > 0.5, "nothing to be better than: " + published);
        assertTrue(ours <= published / 50, ours + " an hour where SWIM has " + published);
    }

    @Test
    void oneOperatorOfManyMembersGetsItsCapAndNoMore() throws IOException {
        Outcome outcome = run(experiment(
                OverlaySettings.defaults().withCaps(new Caps(2, 0)),
                Adversity.usual().villains(0, 0.2)));
        assertTrue(outcome.sybilPercent() <= 25, "Sybils " + outcome.sybilPercent());
        assertTrue(outcome.exactPercent() >= 70, "exact " + outcome.exactPercent());
    }

    @Test
    void aSeedRepeatsARunExactly() throws IOException {
        var short1 = new Experiment(OverlaySettings.defaults(), 60, 60, 2, Adversity.usual(), 5);
        assertEquals(run(short1), run(short1));
    }
}
