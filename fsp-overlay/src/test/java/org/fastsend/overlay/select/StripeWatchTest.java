package org.fastsend.overlay.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.fastsend.core.channel.RelayChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What changes while a stripe runs, over a fluid network in virtual time.
class StripeWatchTest {
    private static final double MBIT = 1e6 / 8;
    private static final double TOTAL = 1000e6;

    /// Figure 3 of the FSP paper: everyone at 100 Mbit/s, the client and in3 behind one uplink of 100 Mbit/s.
    private static FluidNetwork figure3(long seed) {
        FluidNetwork network = new FluidNetwork(seed);
        network.link("server", 1000 * MBIT);
        for (String host : List.of("in1", "in2", "in3", "in5", "in6", "client")) {
            network.link(host + " down", 100 * MBIT);
            network.link(host + " up", 100 * MBIT);
        }
        network.link("in4 down", 10 * MBIT);
        network.link("in4 up", 10 * MBIT);
        network.link("uplink", 100 * MBIT);
        return network;
    }

    private static void places(SimulatedStripe stripe) {
        for (String relay : List.of("in1", "in2", "in4", "in5", "in6")) {
            stripe.place(relay, List.of("server", relay + " down"), List.of(relay + " up", "uplink", "client down"));
        }
        stripe.place("in3", List.of("server", "uplink", "in3 down"), List.of("in3 up", "client down"));
        stripe.place("client", List.of("server", "uplink", "client down"), List.of());
    }

    private static SimulatedStripe stripe(long seed, RelayChoice choice, List<String> targets) {
        return stripe(figure3(seed), choice, targets);
    }

    private static SimulatedStripe stripe(FluidNetwork network, RelayChoice choice, List<String> targets) {
        SimulatedStripe stripe = new SimulatedStripe(network, choice);
        places(stripe);
        targets.forEach(stripe::up);
        return stripe;
    }

    private static StripeWatch watch(List<String> chosen, List<String> standby) {
        List<Candidate> first = candidates(chosen);
        List<RelaySet.Judged> judged = new ArrayList<>();
        first.forEach(candidate -> judged.add(new RelaySet.Judged(candidate, true, "")));
        List<Candidate> rest = candidates(standby);
        rest.forEach(candidate -> judged.add(new RelaySet.Judged(candidate, false, "")));
        return new StripeWatch(
                Wish.ANY.withBounds(Bounds.ANYWHERE.withHints(false)),
                new RelaySet(first, rest, judged),
                new GoodputBook());
    }

    private static List<Candidate> candidates(List<String> names) {
        return names.stream()
                .map(name -> new Candidate(
                        name.hashCode(),
                        name,
                        SimulatedStripe.address(name),
                        new Candidate.Distance(1, 1),
                        new Candidate.Site(0, name.hashCode()),
                        true,
                        Candidate.Claim.NONE,
                        90 * MBIT))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theUplinkThatClientAndIn3ShareIsFoundInTimeAndThenUsedOnce(long seed) {
        SimulatedStripe handPicked = stripe(seed, RelayChoice.ALL, List.of("client", "in1", "in2"));
        handPicked.runUntil(1000, TOTAL);
        StripeWatch watch = watch(List.of("in1", "in2", "in3"), List.of());
        SimulatedStripe chosen = stripe(seed, watch, List.of("client", "in1", "in2", "in3"));
        SimulatedStripe blind = stripe(seed, RelayChoice.ALL, List.of("client", "in1", "in2", "in3"));
        blind.runUntil(1000, TOTAL);

        chosen.runUntil(3, TOTAL);
        assertEquals(1, watch.links().size(), "within three seconds, seed " + seed + ": " + chosen.log);

        chosen.runUntil(handPicked.nowNanos / 1e9 / 3, TOTAL);
        assertEquals(1, watch.links().size(), "seed " + seed + ": " + chosen.log);
        assertTrue(watch.links().getFirst().receiver(), watch.links().toString());
        assertTrue(chosen.quietSeconds > 1 && chosen.quietSeconds < 6.2, "quiet for " + chosen.quietSeconds + " s");
        assertEquals(1, chosen.log.size(), chosen.log.toString());
        assertTrue(chosen.log.getFirst().contains("rest in3"), chosen.log.toString());
        chosen.runUntil(1000, TOTAL);
        double best = TOTAL / handPicked.nowNanos;
        assertTrue(
                TOTAL / chosen.nowNanos > 0.97 * best,
                "seed " + seed + ": " + chosen.nowNanos / 1e9 + " s, hand-picked " + handPicked.nowNanos / 1e9
                        + " s, all " + blind.nowNanos / 1e9 + " s");
        assertTrue(chosen.sendSeconds < 1.1 * handPicked.sendSeconds, "the sender is free as early");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aTestDuringWhichTheNetworkStandsStillClearsNobody(long seed) {
        StripeWatch watch = watch(List.of("in1", "in2", "in3"), List.of());
        SimulatedStripe stripe = stripe(seed, watch, List.of("client", "in1", "in2", "in3"));
        while (stripe.held().isEmpty()) {
            stripe.runUntil(stripe.nowNanos / 1e9 + 0.1, TOTAL);
        }

        stripe.standStill(1.5, TOTAL);
        stripe.runUntil(8, TOTAL);

        assertEquals(1, watch.links().size(), "seed " + seed + ": " + stripe.log);
        assertTrue(stripe.log.getFirst().contains("rest in3"), stripe.log.toString());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aRelayThatStallsAtFirstIsNotTestedInPlaceOfTheOneThatShares(long seed) {
        FluidNetwork network = figure3(seed);
        network.link("in1 down", 5 * MBIT);
        StripeWatch watch = watch(List.of("in1", "in2", "in3"), List.of());
        SimulatedStripe stripe = stripe(network, watch, List.of("client", "in1", "in2", "in3"));

        stripe.runUntil(3.1, TOTAL);
        network.link("in1 down", 100 * MBIT);
        stripe.runUntil(4.5, TOTAL);

        assertEquals(1, watch.links().size(), "seed " + seed + ": " + stripe.log);
        assertTrue(stripe.log.getFirst().contains("rest in3"), stripe.log.toString());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aRelayThatStarvesTheReceiverIsTestedThoughItLooksAsFastAsTheOthers(long seed) {
        FluidNetwork network = figure3(seed);
        network.link("in1 down", 50 * MBIT); // suspicious, and tested first
        network.strengthen("in3", 0.05); // as it stalls
        network.calm();
        StripeWatch watch = watch(List.of("in1", "in2", "in3"), List.of());
        SimulatedStripe stripe = stripe(network, watch, List.of("client", "in1", "in2", "in3"));

        stripe.runUntil(2.5, TOTAL);
        assertEquals(Set.of("in1"), stripe.held());
        network.strengthen("in3", 8);
        stripe.runUntil(8, TOTAL);

        assertEquals(1, watch.links().size(), "seed " + seed + ": " + stripe.log);
        assertTrue(stripe.log.getFirst().contains("rest in3"), stripe.log.toString());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void relaysThatContendWithEachOtherAreNotTestedBeforeTheOneThatContendsWithTheReceiver(long seed) {
        FluidNetwork network = figure3(seed);
        network.calm();
        StripeWatch watch = watch(List.of("in1", "in2", "in3"), List.of());
        SimulatedStripe stripe = stripe(network, watch, List.of("client", "in1", "in2", "in3"));

        for (int i = 1; stripe.held().isEmpty(); i++) {
            network.link("in1 down", (i % 2 == 0 ? 60 : 90) * MBIT);
            network.link("in2 down", (i % 2 == 0 ? 90 : 60) * MBIT);
            stripe.runUntil(i * 0.1, TOTAL);
        }

        assertEquals(Set.of("in3"), stripe.held(), "seed " + seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aReceiverThatTakesJustWhatTheHeldRelayLosesIsBelievedAtOnce(long seed) {
        FluidNetwork network = figure3(seed);
        network.calm(); // nobody was seen to contend before
        StripeWatch watch = watch(List.of("in1", "in2", "in3"), List.of());
        SimulatedStripe stripe = stripe(network, watch, List.of("client", "in1", "in2", "in3"));

        stripe.runUntil(1, TOTAL);
        stripe.standStill(0.4, TOTAL); // all others recover from that, too
        while (stripe.held().isEmpty()) {
            stripe.runUntil(stripe.nowNanos / 1e9 + 0.1, TOTAL);
        }
        double heldSeconds = stripe.nowNanos / 1e9;
        while (watch.links().isEmpty() && stripe.nowNanos / 1e9 < heldSeconds + 3) {
            stripe.runUntil(stripe.nowNanos / 1e9 + 0.1, TOTAL);
        }

        assertTrue(stripe.log.getFirst().contains("rest in3"), stripe.log.toString());
        double tookSeconds = stripe.nowNanos / 1e9 - heldSeconds;
        assertTrue(tookSeconds < 1.5, "seed " + seed + ": it took " + tookSeconds + " s");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aReceiverThatGrowsWhileARelayIsHeldIsNotTakenToBeSetFree(long seed) {
        FluidNetwork network = figure3(seed);
        network.link("in1 down", 50 * MBIT); // suspicious, and tested first
        network.link("in3 down", 5 * MBIT); // as it stalls
        network.link("client down", 5 * MBIT);
        StripeWatch watch = watch(List.of("in1", "in2", "in3"), List.of());
        SimulatedStripe stripe = stripe(network, watch, List.of("client", "in1", "in2", "in3"));
        while (stripe.held().isEmpty()) {
            stripe.runUntil(stripe.nowNanos / 1e9 + 0.1, TOTAL);
        }
        assertEquals(Set.of("in1"), stripe.held());

        network.link("in3 down", 100 * MBIT);
        network.link("client down", 100 * MBIT);
        network.strengthen("client", 1.5);
        while (!stripe.held().isEmpty()) {
            stripe.runUntil(stripe.nowNanos / 1e9 + 0.1, TOTAL);
        }
        network.strengthen("client", 1);
        stripe.runUntil(12, TOTAL);

        assertTrue(stripe.log.stream().noneMatch(what -> what.contains("rest in1: shares")), stripe.log::toString);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theReceiverIsKeptWaitingAlsoWhereBlocksTakeSecondsToBecomeWhole(long seed) {
        StripeWatch watch = watch(List.of("in1", "in2", "in3"), List.of());
        SimulatedStripe stripe = stripe(seed, watch, List.of("client", "in1", "in2", "in3"));
        stripe.storeOnly(40_000_000);

        stripe.runUntil(8, TOTAL);

        assertEquals(1, watch.links().size(), "seed " + seed + ": quiet for " + stripe.quietSeconds + " s");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nobodyIsHeldInAShortStripeWithoutASuspicion(long seed) {
        for (String receiver : List.of("client", "in6")) {
            StripeWatch watch = watch(List.of("in1", "in2", "in5"), List.of());
            SimulatedStripe stripe = stripe(seed, watch, List.of(receiver, "in1", "in2", "in5"));
            while (stripe.collected < TOTAL - 1) {
                stripe.runUntil(stripe.nowNanos / 1e9 + 0.1, TOTAL);
                assertEquals(Set.of(), stripe.held(), "seed " + seed + " after " + stripe.nowNanos / 1e9 + " s");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void targetsThatShareNothingAreAllUsedToTheEnd(long seed) {
        StripeWatch watch = watch(List.of("in1", "in2", "in5", "in6"), List.of());
        SimulatedStripe stripe = stripe(seed, watch, List.of("in1", "in2", "in5", "in6"));

        stripe.runUntil(1000, TOTAL);

        assertEquals(List.of(), stripe.log, "seed " + seed);
        assertEquals(List.of(), watch.links());
        assertEquals(0, stripe.quietSeconds, "nobody collects");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aReceiverWithALinkOfItsOwnSoonCollectsFromRelaysThatShareNothing(long seed) {
        StripeWatch watch = watch(List.of("in1", "in2", "in5"), List.of());
        SimulatedStripe stripe = stripe(seed, watch, List.of("client", "in1", "in2", "in5"));

        stripe.runUntil(1000, TOTAL);

        assertEquals(List.of(), stripe.log, "seed " + seed);
        assertTrue(stripe.quietSeconds < 3.2, "quiet for " + stripe.quietSeconds + " s");
    }

    @Test
    void nobodyIsKeptWaitingWhereTooFewTargetsAreThereToTellWhoSharesALink() {
        StripeWatch watch = watch(List.of("in3"), List.of());
        SimulatedStripe stripe = stripe(1, watch, List.of("client", "in3"));

        stripe.runUntil(1000, TOTAL);

        assertTrue(stripe.quietSeconds < 1.7, "quiet for " + stripe.quietSeconds + " s");
    }

    @Test
    void whenEveryoneSharesTheSendersLinkNobodyIsSentToRest() {
        FluidNetwork narrow = figure3(1);
        narrow.link("server", 100 * MBIT);
        StripeWatch watch = watch(List.of("in1", "in2", "in5"), List.of());
        SimulatedStripe stripe = new SimulatedStripe(narrow, watch);
        places(stripe);
        List.of("in1", "in2", "in5").forEach(stripe::up);

        stripe.runUntil(1000, TOTAL / 4);

        assertEquals(List.of(), stripe.log);
    }

    @Test
    void aDeadRelayIsReplacedByTheBestStandby() {
        StripeWatch watch = watch(List.of("in1", "in2"), List.of("in5", "in6"));
        SimulatedStripe stripe = stripe(1, watch, List.of("in1", "in2"));
        stripe.runUntil(2, TOTAL);

        stripe.kill("in1");
        stripe.runUntil(1000, TOTAL);

        assertTrue(stripe.log.getFirst().contains("add in5: in place of one that is lost"), stripe.log.toString());
    }

    @Test
    void aPlaceThatNobodyCouldTakeIsTakenByWhoIsNamedLater() {
        StripeWatch watch = watch(List.of("in1", "in2"), List.of());
        SimulatedStripe stripe = stripe(1, watch, List.of("in1", "in2"));
        stripe.runUntil(2, TOTAL);
        stripe.kill("in1");
        assertTrue(watch.isInWant());

        watch.handleNews(stripe.nowNanos, news("in1", "in2", "in5", "in6"));
        stripe.runUntil(1000, TOTAL);

        assertEquals(
                1, stripe.log.stream().filter(line -> line.contains("add ")).count(), stripe.log.toString());
        assertTrue(
                stripe.log.getFirst().contains("add in5: named since"), "neither the lost one nor both: " + stripe.log);
        assertFalse(watch.isInWant());
    }

    @Test
    void aBetterRelayThatIsNamedLaterIsTriedAndOneThatWasLostComesBackAfterAWhile() {
        FluidNetwork network = figure3(1);
        network.link("in2 down", 40 * MBIT);
        StripeWatch watch = watch(List.of("in1", "in2"), List.of());
        SimulatedStripe stripe = stripe(network, watch, List.of("in1", "in2"));
        stripe.runUntil(8, 10 * TOTAL);
        assertEquals(List.of(), stripe.log);

        watch.handleNews(stripe.nowNanos, news("in5"));
        stripe.runUntil(20, 10 * TOTAL);
        assertTrue(stripe.log.getFirst().contains("add in5: promises more"), stripe.log.toString());

        stripe.kill("in1");
        watch.handleNews(stripe.nowNanos, news("in1"));
        stripe.runUntil(81, 10 * TOTAL);
        assertTrue(stripe.log.stream().noneMatch(line -> line.contains("add in1")), stripe.log.toString());
        watch.handleNews(stripe.nowNanos, news("in1"));
        stripe.runUntil(82, 10 * TOTAL);
        assertTrue(stripe.log.getLast().contains("add in1: "), stripe.log.toString());
    }

    private static RelaySet news(String... names) {
        return new RelaySet(List.of(), candidates(List.of(names)), List.of());
    }

    @Test
    void aRelayThatCannotBeUsedIsReplacedAtOnce() {
        StripeWatch watch = watch(List.of("in1", "in9"), List.of("in8", "in5"));
        SimulatedStripe stripe = stripe(1, watch, List.of("in1"));

        watch.handleUnusable(0, SimulatedStripe.address("in9"));
        stripe.runUntil(1, TOTAL);

        assertTrue(stripe.log.stream().anyMatch(line -> line.contains("add in8")), stripe.log.toString());
        assertTrue(stripe.log.stream().anyMatch(line -> line.contains("add in5")), stripe.log.toString());
    }

    @Test
    void relaysThatKeepTooLittleRoomAreJoinedByAStandbyBeforeOneIsFull() {
        StripeWatch watch = watch(List.of("in1", "in2"), List.of("in5", "in6"));
        SimulatedStripe stripe = stripe(1, watch, List.of("in1", "in2"));

        reserve(stripe, watch, 0, 0.6, 0.6);
        reserve(stripe, watch, 1, 0.6, 0.1);
        stripe.runUntil(1, TOTAL);

        assertTrue(stripe.log.getFirst().contains("add in5: those in use keep too little room"), stripe.log::toString);
        assertEquals(1, stripe.log.size(), "the other one, before the first has said what it keeps: " + stripe.log);
        reserve(stripe, watch, 2, 0.4, 0.1);
        stripe.runUntil(1.5, TOTAL);
        assertTrue(stripe.log.getLast().contains("add in6: those in use keep too little room"), stripe.log::toString);
    }

    @Test
    void relaysThatKeepRoomForAllThatIsLeftNeedNoStandby() {
        StripeWatch watch = watch(List.of("in1", "in2"), List.of("in5"));
        SimulatedStripe stripe = stripe(1, watch, List.of("in1", "in2"));

        reserve(stripe, watch, 0, 0.6, 0.6);
        reserve(stripe, watch, 1, 0.6, 0.45);
        stripe.runUntil(5, TOTAL);

        assertEquals(List.of(), stripe.log);
    }

    @Test
    void relaysAreNotTakenToKeepTooLittleWhereMoreIsFoundSinceTheyWereAsked() {
        StripeWatch watch = watch(List.of("in1", "in2"), List.of("in5"));
        SimulatedStripe stripe = stripe(1, watch, List.of("in1", "in2"));

        reserve(stripe, watch, 0, 0.06, 0.06);
        reserve(stripe, watch, 1, 0.06, 0.06);
        stripe.runUntil(5, TOTAL);

        assertEquals(List.of(), stripe.log);
    }

    @Test
    void nothingFollowsFromRelaysThatSayNothingOfRoom() {
        StripeWatch watch = watch(List.of("in1", "in2"), List.of("in5"));
        SimulatedStripe stripe = stripe(1, watch, List.of("in1", "in2"));

        reserve(stripe, watch, 1, 0.6, 0.55);
        stripe.runUntil(5, TOTAL);

        assertEquals(List.of(), stripe.log);
    }

    /// A target answers that it keeps that part of all bytes.
    private static void reserve(SimulatedStripe stripe, StripeWatch watch, int target, double asked, double kept) {
        watch.handleReserved(stripe.nowNanos, target, (long) (asked * TOTAL), (long) (kept * TOTAL));
    }

    @Test
    void aRelayFarSlowerThanTheOthersRestsAndAnotherJoins() {
        StripeWatch watch = watch(List.of("in1", "in2", "in4"), List.of("in5"));
        SimulatedStripe stripe = stripe(1, watch, List.of("in1", "in2", "in4"));

        stripe.runUntil(10, TOTAL);

        assertTrue(stripe.log.stream().anyMatch(line -> line.contains("rest in4: ")), stripe.log.toString());
        assertTrue(stripe.log.stream().anyMatch(line -> line.contains("add in5")), stripe.log.toString());
    }

    @Test
    void aBetterStandbyJoinsAndTheSlowestLeaves() {
        FluidNetwork network = figure3(1);
        network.link("in2 down", 40 * MBIT);
        StripeWatch watch = watch(List.of("in1", "in2"), List.of("in5"));
        SimulatedStripe stripe = new SimulatedStripe(network, watch);
        places(stripe);
        List.of("in1", "in2").forEach(stripe::up);

        stripe.runUntil(40, TOTAL);

        assertTrue(stripe.log.stream().anyMatch(line -> line.contains("add in5")), stripe.log.toString());
        assertFalse(stripe.log.stream().anyMatch(line -> line.contains("rest in1")), stripe.log.toString());
    }

    @Test
    void whatRelaysTookIsLearntForTheNextStripe() {
        GoodputBook book = new GoodputBook();
        List<Candidate> candidates = candidates(List.of("in1", "in4"));
        RelaySet set = new SetChoice(Wish.ANY, List.of(), OptionalLong.empty()).choose(candidates);
        SimulatedStripe stripe = stripe(1, new StripeWatch(Wish.ANY, set, book), List.of("in1", "in4"));

        stripe.runUntil(20, TOTAL);

        double fast = book.bytesPerSecond("in1".hashCode());
        double slow = book.bytesPerSecond("in4".hashCode());
        assertEquals(100 * MBIT, fast, 10 * MBIT);
        assertEquals(10 * MBIT, slow, 2 * MBIT);
        GoodputBook read = GoodputBook.of(book.lines());
        assertEquals(fast, read.bytesPerSecond("in1".hashCode()), 1);
    }
}
