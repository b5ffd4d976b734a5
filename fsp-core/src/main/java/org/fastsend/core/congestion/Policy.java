package org.fastsend.core.congestion;

/// How a transfer stands to the other traffic of its path.
public enum Policy {
    /// Sends at its target whatever the network says, until the receiver falls silent. For a link that is one's own.
    FIXED(1),
    /// Takes twice a fair share under congestion.
    HIGH(2),
    /// Takes a fair share, also beside traffic that fills every queue.
    FAIR(1),
    /// Takes a quarter of a fair share and yields to traffic that fills every queue.
    LOW(0.25);

    private final double weight;

    Policy(double weight) {
        this.weight = weight;
    }

    /// Its share under congestion, as a multiple of a fair one.
    double weight() {
        return weight;
    }
}
