package org.fastsend.overlay.query;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.overlay.peer.Coordinate;

/// By how much predictions from coordinates missed what was measured. Hosts that lie alike share most of their
/// ways, and so what no point in space can explain: what was wrong about one is wrong about its neighbours. Not
/// thread-safe.
final class Misses {
    /// Members that lie farther apart than that share of their distance to the target have little in common.
    private static final double ALIKE = 0.15;

    /// Those that lie nearer to each other than that share of it, and by that much, lie in one place.
    private static final double PLACE = 0.03;

    private static final double PLACE_MILLIS = 1;

    private static final double GRAIN = 0.02;
    private static final double GRAIN_MILLIS = 0.5;

    private record Miss(Coordinate at, float[] millis) {}

    private final List<Miss> misses = new ArrayList<>();

    /// @param places of the targets
    void learn(List<Prospect> measured, List<Coordinate> places) {
        misses.clear();
        for (Prospect prospect : measured) {
            if (prospect.isPlaced() && !prospect.isDoubted()) {
                Coordinate at = prospect.contact().coordinate();
                float[] millis = prospect.rttMillis().clone();
                for (int goal = 0; goal < millis.length; goal++) {
                    millis[goal] -= places.get(goal).millisTo(at);
                }
                misses.add(new Miss(at, millis));
            }
        }
    }

    /// What is to be added to a prediction.
    float of(Prospect prospect, Coordinate place, int goal) {
        Coordinate at = prospect.contact().coordinate();
        double predicted = place.millisTo(at);
        double weights = weight(ALIKE * predicted + 1);
        double sum = 0;
        double grain = GRAIN * predicted + GRAIN_MILLIS;
        for (Miss miss : misses) {
            double weight = weight(apart(at, miss.at()) + grain);
            weights += weight;
            sum += weight * miss.millis()[goal];
        }
        return (float) (sum / weights);
    }

    /// How many members were measured where a prospect lies; those farther off count for less.
    ///
    /// @param place of a target
    double around(Prospect prospect, Coordinate place) {
        Coordinate at = prospect.contact().coordinate();
        double grain = PLACE * place.millisTo(at) + PLACE_MILLIS;
        double sum = 0;
        for (Miss miss : misses) {
            double far = Math.max(0, apart(at, miss.at())) / grain;
            sum += 1 / (1 + far * far);
        }
        return sum;
    }

    private static double weight(double millis) {
        return 1 / (millis * millis);
    }

    /// How differently two hosts lie: also by the heights of their access links.
    private static double apart(Coordinate one, Coordinate other) {
        return one.millisTo(other) - 2 * Math.min(one.height(), other.height());
    }
}
