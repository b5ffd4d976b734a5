package org.fastsend.overlay.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fastsend.core.sim.Seeds;
import org.fastsend.overlay.peer.Coordinate;
import org.junit.jupiter.api.Test;

class FitTest {
    private static Coordinate somewhere(Random random, float height) {
        return new Coordinate(
                random.nextFloat(200) - 100,
                random.nextFloat(200) - 100,
                random.nextFloat(200) - 100,
                random.nextFloat(200) - 100,
                height,
                0.1f);
    }

    private static List<Sighting> seen(Coordinate truth, Random random, int hosts) {
        List<Sighting> sightings = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            Coordinate from = somewhere(random, random.nextFloat(5));
            sightings.add(new Sighting(from, truth.millisTo(from)));
        }
        return sightings;
    }

    @Test
    void aHostIsFoundWhereItsSightingsMeet() {
        Seeds.each(20, seed -> {
            Random random = new Random(seed);
            Coordinate truth = somewhere(random, 4);
            Coordinate found = Fit.place(Coordinate.UNKNOWN, seen(truth, random, 30), 500);
            Coordinate flat = new Coordinate(found.x(), found.y(), found.z(), found.w(), 0, 0);
            assertTrue(
                    flat.millisTo(new Coordinate(truth.x(), truth.y(), truth.z(), truth.w(), 0, 0)) < 5,
                    found + " is not " + truth);
        });
    }

    @Test
    void oneWildSightingMovesItLittle() {
        Random random = new Random(3);
        Coordinate truth = somewhere(random, 4);
        List<Sighting> sightings = seen(truth, random, 30);
        Coordinate before = Fit.place(Coordinate.UNKNOWN, sightings, 500);
        sightings.add(new Sighting(somewhere(random, 0), 1500));
        Coordinate after = Fit.place(Coordinate.UNKNOWN, sightings, 500);
        Coordinate flat = new Coordinate(before.x(), before.y(), before.z(), before.w(), 0, 0);
        assertTrue(flat.millisTo(new Coordinate(after.x(), after.y(), after.z(), after.w(), 0, 0)) < 30);
    }

    @Test
    void aNodeLearnsWhereItLiesFromWhatItMeasures() {
        Random random = new Random(5);
        Coordinate truth = somewhere(random, 3);
        var position = new Position(Coordinate.UNKNOWN);
        for (Sighting sighting : seen(truth, random, 400)) {
            position.sighted(sighting, random.nextDouble());
        }
        Sighting another = seen(truth, random, 1).getFirst();
        assertEquals(another.rttMillis(), position.coordinate().millisTo(another.from()), another.rttMillis() * 0.15);
        assertTrue(position.coordinate().error() < 0.2);
    }

    @Test
    void noMeasurementHoweverWildLeavesTheWorld() {
        var position = new Position(Coordinate.UNKNOWN);
        Random random = new Random(9);
        for (int i = 0; i < 1000; i++) {
            position.sighted(new Sighting(somewhere(random, 0), random.nextFloat(10_000)), random.nextDouble());
        }
        assertTrue(Math.abs(position.coordinate().x()) <= Coordinate.MAX_MILLIS);
    }
}
