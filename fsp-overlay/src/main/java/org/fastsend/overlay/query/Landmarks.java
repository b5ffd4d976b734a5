package org.fastsend.overlay.query;

import java.util.Comparator;
import java.util.List;
import org.fastsend.overlay.diversity.MaxMin;
import org.fastsend.overlay.peer.Contact;
import org.fastsend.overlay.peer.Coordinate;

/// Which members are to measure the targets first, so that these can be placed: some that lie apart from each other and
/// not much farther than the targets. Those at the ends of the world would take long to answer and tell less.
/// Stateless.
final class Landmarks {
    /// Members that lie so many times as far as the target, or nearer, are landmarks.
    private static final double AROUND = 1.5;

    private static final double LEAST_AROUND_MILLIS = 5;

    private Landmarks() {}

    /// A member and how far it is from the one that names it.
    record Seen<T>(T who, Contact contact, float rttMillis) {}

    /// @param targetMillis how far the targets are from the one that names them, NaN where nobody knows
    /// @param wanted how many are to be picked
    static <T> List<T> pick(List<Seen<T>> seen, List<Float> targetMillis, int wanted) {
        List<Seen<T>> among = seen.stream()
                .filter(s -> s.contact().coordinate().isKnown() && s.contact().isPublic())
                .sorted(Comparator.comparingDouble(Seen::rttMillis))
                .toList();
        double reach = LEAST_AROUND_MILLIS;
        for (float rtt : targetMillis) {
            reach = Math.max(reach, Float.isNaN(rtt) ? Double.POSITIVE_INFINITY : AROUND * rtt);
        }
        int near = 0;
        while (near < among.size()
                && (near < 2 * (wanted + 1) || among.get(near).rttMillis() <= reach)) {
            near++;
        }
        List<Coordinate> places =
                among.stream().map(s -> s.contact().coordinate()).toList();
        return MaxMin.spread(near, wanted, (a, b) -> places.get(a).millisTo(places.get(b))).stream()
                .map(i -> among.get(i).who())
                .toList();
    }
}
