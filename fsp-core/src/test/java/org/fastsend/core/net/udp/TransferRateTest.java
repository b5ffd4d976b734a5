package org.fastsend.core.net.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.fastsend.core.congestion.Policy;
import org.fastsend.core.congestion.RateSettings;
import org.junit.jupiter.api.Test;

class TransferRateTest {
    private static final RateSettings WISHED = new RateSettings(Long.MAX_VALUE, 6_000_000, 2, Policy.FAIR);

    @Test
    void connectionsOfOneSessionTakeOneShareOfTheirWayTogether() {
        TransferRate rate = new TransferRate(WISHED);
        TransferRate.Share one = rate.join("to a relay");
        assertEquals(2, one.settings().weight());

        TransferRate.Share further = rate.join("to a relay");
        TransferRate.Share elsewhere = rate.join("to another relay");

        assertEquals(1, one.settings().weight());
        assertEquals(1, further.settings().weight());
        assertEquals(2, elsewhere.settings().weight());
        assertEquals(2_000_000, elsewhere.settings().minBytesPerSecond(), "the least rate is that of all together");
    }

    @Test
    void noneHasLessWeightThanThereIs() {
        TransferRate rate = new TransferRate(WISHED.withWeight(RateSettings.MIN_WEIGHT));
        TransferRate.Share one = rate.join("to a relay");
        rate.join("to a relay");
        assertEquals(RateSettings.MIN_WEIGHT, one.settings().weight());
    }
}
