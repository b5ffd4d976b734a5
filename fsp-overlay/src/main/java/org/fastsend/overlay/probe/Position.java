package org.fastsend.overlay.probe;

import java.util.List;
import org.fastsend.overlay.peer.Coordinate;

/// Where this node lies, as it learns from what it measures (Dabek et al., "Vivaldi", SIGCOMM 2004): each measurement
/// pulls at once, and now and then all that is known is weighed together. Not thread-safe.
public final class Position {
    private static final double PULL = 0.25;
    private static final double TINY = 1e-6;
    private static final int REFINE_ROUNDS = 5;
    /// Below that many members, weighing them all together would only fold the world onto them.
    private static final int ENOUGH = 8;
    /// It never claims to be better than that, so that later measurements still count.
    private static final float LEAST_ERROR = 0.02f;

    private Coordinate at;
    private int moves;

    public Position(Coordinate start) {
        at = start;
    }

    public Coordinate coordinate() {
        return at;
    }

    /// How often it has changed.
    public int moves() {
        return moves;
    }

    /// A member was measured.
    ///
    /// @param kick 0 to 1, chance: breaks ties when both are at one point
    public void sighted(Sighting sighting, double kick) {
        Coordinate from = sighting.from();
        double rtt = Math.max(sighting.rttMillis(), TINY);
        double[] away = new double[Coordinate.DIMENSIONS];
        double distance = 0;
        for (int i = 0; i < away.length; i++) {
            away[i] = at.axis(i) - from.axis(i);
            distance += away[i] * away[i];
        }
        distance = Math.sqrt(distance);
        if (distance < TINY) {
            for (int i = 0; i < away.length; i++) {
                away[i] = Math.cos(2 * Math.PI * kick * (i + 1)) / 2;
            }
            distance = 1;
        }
        double predicted = distance + at.height() + from.height();
        double balance = at.error() / Math.max(TINY, at.error() + from.error());
        double miss = rtt - predicted;
        double weight = PULL * balance;
        double error = Math.min(1, Math.abs(miss) / rtt) * weight + at.error() * (1 - weight);
        double force = weight * miss;
        double share = force / predicted;
        moves++;
        at = new Coordinate(
                axis(0, share, away),
                axis(1, share, away),
                axis(2, share, away),
                axis(3, share, away),
                (float) Math.clamp(
                        at.height() + share * (at.height() + from.height() + TINY), 0, Coordinate.MAX_MILLIS),
                (float) Math.clamp(error, LEAST_ERROR, 0.99));
    }

    private float axis(int i, double share, double[] away) {
        return (float) Math.clamp(at.axis(i) + share * away[i], -Coordinate.MAX_MILLIS, Coordinate.MAX_MILLIS);
    }

    /// Weighs all that is known together.
    public void refine(List<Sighting> sightings) {
        if (sightings.size() >= ENOUGH) {
            Coordinate better = Fit.place(at, sightings, REFINE_ROUNDS);
            moves++;
            at = new Coordinate(
                    better.x(),
                    better.y(),
                    better.z(),
                    better.w(),
                    better.height(),
                    Math.clamp(better.error(), LEAST_ERROR, 0.99f));
        }
    }
}
