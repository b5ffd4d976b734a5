package org.fastsend.core.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.fastsend.core.congestion.Insight.Rule;
import org.junit.jupiter.api.Test;

class RateRulesTest {
    private static final int DATAGRAM = 1500;

    private final RateRules rules = new RateRules(new RateSettings(100_000, 20_000, 1, Policy.FAIR), DATAGRAM);

    @Test
    void theLeastOfAllRulesHolds() {
        assertEquals(50_000, rules.rate(50_000));
        assertEquals(Rule.NETWORK, rules.rule(50_000));
        assertEquals(100_000, rules.rate(500_000));
        assertEquals(Rule.TARGET, rules.rule(500_000));
        rules.storage(40_000);
        assertEquals(40_000, rules.rate(500_000));
        assertEquals(Rule.STORAGE, rules.rule(500_000));
        rules.allot(30_000);
        assertEquals(30_000, rules.rate(500_000));
        assertEquals(Rule.AGGREGATE, rules.rule(500_000));
    }

    @Test
    void aMinimumLiftsWhatTheNetworkAllowsButNotTheOtherRules() {
        assertEquals(20_000, rules.rate(1));
        assertEquals(Rule.MINIMUM, rules.rule(1));
        rules.storage(10_000);
        assertEquals(10_000, rules.rate(1));
    }

    @Test
    void settingsChangeWhileItRuns() {
        rules.change(
                RateSettings.UNBOUNDED.withTarget(70_000).withPolicy(Policy.LOW).withWeight(2));
        assertEquals(70_000, rules.rate(500_000));
        assertEquals(0.5, rules.share());
        assertTrue(rules.yields());
    }

    @Test
    void fixedSendsAtItsTargetWhateverTheNetworkSays() {
        rules.change(new RateSettings(100_000, 0, 1, Policy.FIXED));
        assertEquals(100_000, rules.rate(1));
        rules.allot(30_000);
        assertEquals(30_000, rules.rate(1));
        assertFalse(rules.yields());
    }

    @Test
    void senselessSettingsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> RateSettings.UNBOUNDED.withPolicy(Policy.FIXED));
        assertThrows(IllegalArgumentException.class, () -> RateSettings.UNBOUNDED.withWeight(0));
        assertThrows(IllegalArgumentException.class, () -> new RateSettings(1, 2, 1, Policy.FAIR));
    }

    @Test
    void thePathStaysAliveUnderAnyRule() {
        rules.storage(0);
        assertEquals(DATAGRAM, rules.rate(1));
    }
}
