package org.fastsend.overlay.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.fastsend.overlay.message.Goal;
import org.fastsend.overlay.message.Query;
import org.fastsend.overlay.peer.Endpoint;
import org.junit.jupiter.api.Test;

/// The windows and patience of the authors' implementation, with an acceptance threshold of one half.
class MeridianStepTest {
    private static final Endpoint HERE = Endpoint.v4(1, 1);
    private static final Endpoint THERE = Endpoint.v4(2, 1);

    @Test
    void theClosestIsSoughtBetweenHalfAndOneAndAHalfTimesTheDistance() {
        assertEquals(new MeridianStep(10, 30, 40), MeridianStep.of(Query.closest(HERE, 1), new float[] {20}));
    }

    @Test
    void aCentralLeaderIsSoughtFromTheNearestToTheFarthestTarget() {
        assertEquals(
                new MeridianStep(10, 60, 80),
                MeridianStep.of(Query.centralLeader(List.of(HERE, THERE), 1), new float[] {20, 40}));
    }

    @Test
    void constraintsAddTheirRangesToTheDistances() {
        Query query = Query.constraints(List.of(new Goal(HERE, 10), new Goal(THERE, 30)), 1);
        assertEquals(new MeridianStep(10, 120, 160), MeridianStep.of(query, new float[] {20, 50}));
    }
}
