package org.fastsend.core.sim.udp;

/// How evenly something is shared: Jain's index, 1 if all have the same, 1/n if one has everything.
public final class Fairness {
    private Fairness() {}

    /// The index of what each has; 0 if nobody has anything.
    public static double jain(double... shares) {
        double sum = 0;
        double squares = 0;
        for (double share : shares) {
            sum += share;
            squares += share * share;
        }
        return squares == 0 ? 0 : sum * sum / (shares.length * squares);
    }
}
