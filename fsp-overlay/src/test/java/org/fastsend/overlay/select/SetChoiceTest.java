package org.fastsend.overlay.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.overlay.peer.Caps;
import org.fastsend.overlay.peer.Offer;
import org.fastsend.overlay.select.Bounds.Preference;
import org.fastsend.overlay.select.Candidate.Claim;
import org.fastsend.overlay.select.Candidate.Distance;
import org.fastsend.overlay.select.Candidate.Site;
import org.junit.jupiter.api.Test;

class SetChoiceTest {
    private static final double MB = 1e6;

    private static Candidate relay(int number, double rate, Distance distance, Site site, long free) {
        return new Candidate(
                number, "r" + number, address(number), distance, site, true, new Claim(free, 0), rate * MB);
    }

    private static Candidate relay(int number, double rate, double senderMillis, double receiverMillis) {
        return relay(number, rate, new Distance(senderMillis, receiverMillis), new Site(0, number), Long.MAX_VALUE);
    }

    private static RelayAddress address(int number) {
        return new RelayAddress("10.0.0." + number, 4377);
    }

    private static List<String> chosen(Wish wish, List<SharedLink> links, Candidate... candidates) {
        return new SetChoice(wish, links, OptionalLong.empty())
                .choose(List.of(candidates)).chosen().stream()
                        .map(Candidate::name)
                        .sorted()
                        .toList();
    }

    @Test
    void theFastestAreTakenAndTheRestStandsBy() {
        Candidate[] relays = {relay(1, 10, 1, 1), relay(2, 50, 9, 9), relay(3, 20, 1, 1), relay(4, 40, 5, 5)};

        RelaySet set = new SetChoice(Wish.ANY.withRelays(2), List.of(), OptionalLong.empty()).choose(List.of(relays));

        assertEquals(
                List.of("r2", "r4"), set.chosen().stream().map(Candidate::name).toList());
        assertEquals(
                List.of("r3", "r1"), set.standby().stream().map(Candidate::name).toList());
        assertEquals("2 better ones are chosen", set.verdicts().getLast().why());
    }

    @Test
    void whoIsFullIsNotTaken() {
        long none = Offer.of(0, Long.MAX_VALUE).roomBytes().orElseThrow();
        Candidate full = relay(1, 50, new Distance(1, 1), new Site(0, 1), none);

        assertEquals(List.of("r2"), chosen(Wish.ANY, List.of(), full, relay(2, 10, 1, 1)));
    }

    @Test
    void relaysBehindOneLinkCountOnce() {
        SharedLink link = new SharedLink(Set.of(address(1), address(2)), false, 12 * MB);

        assertEquals(
                List.of("r1", "r3"),
                chosen(
                        Wish.ANY.withRelays(2),
                        List.of(link),
                        relay(1, 12, 1, 1),
                        relay(2, 12, 1, 1),
                        relay(3, 8, 5, 5)));
    }

    @Test
    void aRelayBehindTheReceiversLinkIsNotChosen() {
        SharedLink link = new SharedLink(Set.of(address(3)), true, 12 * MB);
        Candidate[] relays = {relay(1, 12, 1, 1), relay(2, 12, 1, 1), relay(3, 12, 1, 1)};

        RelaySet set = new SetChoice(Wish.ANY, List.of(link), OptionalLong.empty()).choose(List.of(relays));

        assertEquals(
                List.of("r1", "r2"), set.chosen().stream().map(Candidate::name).toList());
        assertEquals("shares the receiver's own link", set.verdicts().getLast().why());
    }

    @Test
    void theReceiversSubnetIsAHintThatCanBeTurnedOff() {
        List<Candidate> relays = List.of(relay(1, 12, 1, 1), relay(2, 12, 1, 1), relay(3, 12, 1, 1));

        RelaySet hinted = new SetChoice(Wish.ANY, List.of(), OptionalLong.of(3)).choose(relays);
        RelaySet not = new SetChoice(Wish.ANY.withBounds(Bounds.parse("any-subnet")), List.of(), OptionalLong.of(3))
                .choose(relays);

        assertEquals(2, hinted.chosen().size());
        assertEquals(3, not.chosen().size());
    }

    @Test
    void boundsAreKeptAndSaidWhy() {
        Bounds bounds = Bounds.parse("ds=10,dr=20,middle");
        RelaySet set = new SetChoice(Wish.ANY.withBounds(bounds), List.of(), OptionalLong.empty())
                .choose(List.of(
                        relay(1, 10, 5, 15), relay(2, 10, 11, 1), relay(3, 10, 5, 25), relay(4, 10, 5, Double.NaN)));

        assertEquals(List.of("r1"), set.chosen().stream().map(Candidate::name).toList());
        List<String> reasons = set.verdicts().stream().map(RelaySet.Judged::why).toList();
        assertTrue(reasons.contains("11.0 ms from the sender, farther than 10.0 ms"), reasons.toString());
        assertTrue(reasons.contains("25.0 ms from the receiver, farther than 20.0 ms"), reasons.toString());
        assertTrue(reasons.contains("its distance to the receiver is not measured"), reasons.toString());
    }

    @Test
    void amongEquallyFastOnesThePreferenceDecides() {
        Candidate nearSender = relay(1, 10, 1, 50);
        Candidate middle = relay(2, 10, 20, 22);

        assertEquals(List.of("r1"), chosen(Wish.ANY.withRelays(1), List.of(), nearSender, middle));
        Bounds inTheMiddle = Bounds.parse("middle");
        assertEquals(Preference.MIDDLE, inTheMiddle.preference());
        assertEquals(
                List.of("r2"), chosen(Wish.ANY.withRelays(1).withBounds(inTheMiddle), List.of(), nearSender, middle));
    }

    @Test
    void capsOfOperatorAndSubnetHold() {
        List<Candidate> relays = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            relays.add(relay(i + 1, 50, new Distance(1, 1), new Site(7, i), Long.MAX_VALUE));
            relays.add(relay(i + 11, 40, new Distance(1, 1), new Site(i + 100, 55), Long.MAX_VALUE));
            relays.add(relay(i + 21, 5, new Distance(9, 9), new Site(i + 200, i + 300), Long.MAX_VALUE));
        }

        RelaySet set = new SetChoice(Wish.ANY.withCaps(Caps.DEFAULT), List.of(), OptionalLong.empty()).choose(relays);

        assertEquals(8, set.chosen().size());
        assertEquals(
                2, set.chosen().stream().filter(c -> c.site().operator() == 7).count());
        assertEquals(
                2, set.chosen().stream().filter(c -> c.site().subnet() == 55).count());
    }

    @Test
    void aSetHasRoomForAllBytesAndTheMargin() {
        Candidate fastAndSmall = relay(1, 100, new Distance(1, 1), new Site(0, 1), 50_000_000);
        Candidate slowAndLarge = relay(2, 10, new Distance(1, 1), new Site(0, 2), 10_000_000_000L);
        Wish wish = Wish.ANY.withRelays(1).withBytes(1_000_000_000);

        assertEquals(List.of("r2"), chosen(wish, List.of(), fastAndSmall, slowAndLarge));
        assertEquals(List.of("r1", "r2"), chosen(wish.withRelays(2), List.of(), fastAndSmall, slowAndLarge));
    }

    @Test
    void whoClaimsMoreThanWasMeasuredGainsNothing() {
        Candidate liar = new Candidate(
                1,
                "liar",
                address(1),
                new Distance(5, 5),
                new Site(0, 1),
                true,
                new Claim(Long.MAX_VALUE, 1e12),
                2 * MB);
        Candidate honest = relay(2, 8, 5, 5);

        assertEquals(List.of("r2"), chosen(Wish.ANY.withRelays(1), List.of(), liar, honest));
    }

    @Test
    void theSetIsAsFastAsTheBestOfAllSets() {
        for (long seed = 1; seed <= 5; seed++) {
            Random random = new Random(seed);
            List<Candidate> relays = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                relays.add(relay(i + 1, 5 + random.nextInt(20), 1 + random.nextInt(9), 5));
            }
            List<SharedLink> links = List.of(
                    new SharedLink(Set.of(address(1), address(2), address(3)), false, 14 * MB),
                    new SharedLink(Set.of(address(4), address(5)), false, 11 * MB));
            Wish wish = Wish.ANY.withRelays(4);
            PlacingTime time = new PlacingTime(links, wish);

            double reached = time.bytesPerSecond(new SetChoice(wish, links, OptionalLong.empty())
                    .choose(relays)
                    .chosen());

            double best = 0;
            for (int members = 1; members < 1 << 10; members++) {
                if (Integer.bitCount(members) <= 4) {
                    List<Candidate> set = new ArrayList<>();
                    for (int i = 0; i < 10; i++) {
                        if ((members >> i & 1) != 0) {
                            set.add(relays.get(i));
                        }
                    }
                    best = Math.max(best, time.bytesPerSecond(set));
                }
            }
            assertTrue(reached >= 0.95 * best, "seed " + seed + ": " + reached + " of " + best);
        }
    }

    @Test
    void boundsThatMakeNoSenseAreRefused() {
        for (String wrong : List.of("near", "ds=", "ds=-1", "dr=x", "ds=0", "dr=Infinity", "dr=NaN")) {
            assertThrows(IllegalArgumentException.class, () -> Bounds.parse(wrong), wrong);
        }
    }
}
