package org.fastsend.overlay.probe;

import java.util.Arrays;
import java.util.List;
import org.fastsend.overlay.peer.Coordinate;

/// Finds the place from which all of a host's sightings look right: least squares by gradient descent, in which near
/// sightings weigh more, because they are what tells neighbours apart, and single wild ones less, because round-trip
/// times violate the triangle inequality. Stateless.
public final class Fit {
    /// Below that, a difference between round-trip times says nothing.
    private static final double FLOOR_MILLIS = 1;

    /// Residuals beyond this share of the round-trip time pull no harder.
    private static final double WILD = 0.5;

    private static final double TINY = 1e-6;

    private Fit() {}

    /// The place, starting from a first guess; as good as unknown without sightings.
    public static Coordinate place(Coordinate start, List<Sighting> sightings, int rounds) {
        double[] at = new double[Coordinate.DIMENSIONS];
        for (int i = 0; i < at.length; i++) {
            at[i] = start.axis(i);
        }
        double height = start.height();
        double[] pull = new double[at.length];
        double error = 1;
        for (int round = 0; round < rounds; round++) {
            Arrays.fill(pull, 0);
            double lift = 0;
            double weights = 0;
            double misses = 0;
            for (int s = 0; s < sightings.size(); s++) {
                Sighting sighting = sightings.get(s);
                Coordinate from = sighting.from();
                double distance = distance(at, from);
                double rtt = sighting.rttMillis();
                double miss = rtt - distance - height - from.height();
                double scale = rtt + FLOOR_MILLIS;
                double relative = Math.abs(miss) / scale;
                double weight = (relative > WILD ? WILD / relative : 1) / scale;
                for (int i = 0; i < at.length; i++) {
                    double away = distance > TINY ? (at[i] - from.axis(i)) / distance : away(s, i);
                    pull[i] += weight * miss * away;
                }
                lift += weight * miss;
                weights += weight;
                misses += weight * Math.min(1, relative);
            }
            if (weights == 0) {
                break;
            }
            for (int i = 0; i < at.length; i++) {
                at[i] += pull[i] / weights;
            }
            height = Math.max(0, height + lift / weights / 2);
            error = misses / weights;
        }
        return coordinate(at, height, error);
    }

    /// Hosts at one point are pushed apart along different axes.
    private static double away(int sighting, int axis) {
        return sighting % Coordinate.DIMENSIONS == axis ? (sighting / Coordinate.DIMENSIONS % 2 == 0 ? 1 : -1) : 0;
    }

    private static double distance(double[] at, Coordinate from) {
        double sum = 0;
        for (int i = 0; i < at.length; i++) {
            double d = at[i] - from.axis(i);
            sum += d * d;
        }
        return Math.sqrt(sum);
    }

    private static Coordinate coordinate(double[] at, double height, double error) {
        return new Coordinate(
                bounded(at[0]),
                bounded(at[1]),
                bounded(at[2]),
                bounded(at[3]),
                Math.min(Coordinate.MAX_MILLIS, (float) height),
                (float) Math.min(1, error));
    }

    private static float bounded(double millis) {
        return (float) Math.clamp(millis, -Coordinate.MAX_MILLIS, Coordinate.MAX_MILLIS);
    }
}
