package org.fastsend.overlay.ring;

/// Meridian's rings (Wong, Slivkins, Sirer, SIGCOMM 2005): ring 0 reaches to 1 ms, each further one twice as far as
/// the one inside it, and the outermost holds the rest.
public final class RingScale {
    public static final int RINGS = 9;
    private static final double INNERMOST_MILLIS = 1;

    private RingScale() {}

    public static int ringOf(float rttMillis) {
        int ring = 0;
        for (double outer = INNERMOST_MILLIS; rttMillis >= outer && ring < RINGS - 1; outer *= 2) {
            ring++;
        }
        return ring;
    }
}
