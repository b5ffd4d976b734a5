package org.fastsend.overlay.peer;

/// Where a host lies in the network: a point whose distances to others' points predict round-trip times, and the
/// height of its access link above the core (Dabek et al., "Vivaldi", SIGCOMM 2004, 5.4). All in milliseconds.
///
/// @param height at least 0
/// @param error the relative error of its predictions as its owner sees it, 0 (good) to 1 (knows nothing)
public record Coordinate(float x, float y, float z, float w, float height, float error) {
    public static final int DIMENSIONS = 4;
    public static final Coordinate UNKNOWN = new Coordinate(0, 0, 0, 0, 0, 1);

    /// Beyond that no host on earth lies.
    public static final float MAX_MILLIS = 1600;

    /// Heights beyond this are no access links but slow lines that several hosts of a site, or of a country, share.
    private static final float TALL_MILLIS = 10;

    public Coordinate {
        if (!isWithin(x) || !isWithin(y) || !isWithin(z) || !isWithin(w) || !isWithin(height) || height < 0) {
            throw new IllegalArgumentException("a coordinate lies beyond " + MAX_MILLIS + " ms");
        }
        if (!(error >= 0 && error <= 1)) {
            throw new IllegalArgumentException("no relative error: " + error);
        }
    }

    /// Whether its owner has measured anything yet.
    public boolean isKnown() {
        return error < 1;
    }

    /// The predicted round-trip time.
    public float millisTo(Coordinate other) {
        float dx = x - other.x;
        float dy = y - other.y;
        float dz = z - other.z;
        float dw = w - other.w;
        return (float) Math.sqrt(dx * dx + dy * dy + dz * dz + dw * dw) + height + other.height;
    }

    /// The predicted round-trip time if both lie behind one link.
    public float sharingMillisTo(Coordinate other) {
        return millisTo(other) - 2 * Math.min(height, other.height);
    }

    /// The predicted round-trip time, hopefully: two hosts behind slow links look far from everybody, each other
    /// included, and may be next to each other.
    public float hopefulMillisTo(Coordinate other) {
        return Math.min(height, other.height) > TALL_MILLIS ? sharingMillisTo(other) : millisTo(other);
    }

    public float axis(int dimension) {
        return switch (dimension) {
            case 0 -> x;
            case 1 -> y;
            case 2 -> z;
            case 3 -> w;
            default -> throw new IndexOutOfBoundsException(dimension);
        };
    }

    private static boolean isWithin(float millis) {
        return Math.abs(millis) <= MAX_MILLIS;
    }
}
