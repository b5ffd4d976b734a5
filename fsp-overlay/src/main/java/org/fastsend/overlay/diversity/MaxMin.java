package org.fastsend.overlay.diversity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Keeps of some hosts those that lie apart: one of the two nearest to each other goes, the one whose next neighbour
/// is nearer, until few enough are left. It stands in for the hypervolume that Meridian maximises, costs a square
/// instead of a convex hull, and comes out the same on every machine.
public final class MaxMin {
    private MaxMin() {}

    /// The round-trip time between two of the hosts, or a prediction; NaN counts as far.
    public interface Distance {
        float millis(int one, int other);
    }

    /// Which hosts stay, in their order.
    ///
    /// @param hosts how many there are
    /// @param most how many may stay
    public static List<Integer> keep(int hosts, int most, Distance distance) {
        List<Integer> left = new ArrayList<>(hosts);
        for (int i = 0; i < hosts; i++) {
            left.add(i);
        }
        while (left.size() > most) {
            left.remove(/* index */ leastApart(left, distance));
        }
        return left;
    }

    /// Some hosts that lie far apart: the first one, and each time the one that is farthest from those picked.
    public static List<Integer> spread(int hosts, int wanted, Distance distance) {
        List<Integer> picked = new ArrayList<>();
        float[] nearest = new float[hosts];
        Arrays.fill(nearest, Float.POSITIVE_INFINITY);
        for (int next = 0; picked.size() < Math.min(hosts, wanted); ) {
            picked.add(next);
            nearest[next] = -1;
            int farthest = next;
            for (int i = 0; i < hosts; i++) {
                if (nearest[i] >= 0) {
                    nearest[i] = Math.min(nearest[i], distance.millis(next, i));
                }
                farthest = nearest[i] > nearest[farthest] ? i : farthest;
            }
            next = farthest;
        }
        return picked;
    }

    private static int leastApart(List<Integer> left, Distance distance) {
        int worst = 0;
        float worstNearest = Float.POSITIVE_INFINITY;
        float worstSecond = Float.POSITIVE_INFINITY;
        for (int i = 0; i < left.size(); i++) {
            float nearest = Float.POSITIVE_INFINITY;
            float second = Float.POSITIVE_INFINITY;
            for (int j = 0; j < left.size(); j++) {
                float millis = i == j ? Float.NaN : distance.millis(left.get(i), left.get(j));
                if (millis < nearest) {
                    second = nearest;
                    nearest = millis;
                } else if (millis < second) {
                    second = millis;
                }
            }
            if (nearest < worstNearest || (nearest == worstNearest && second < worstSecond)) {
                worst = i;
                worstNearest = nearest;
                worstSecond = second;
            }
        }
        return worst;
    }
}
