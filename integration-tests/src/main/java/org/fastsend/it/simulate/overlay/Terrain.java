package org.fastsend.it.simulate.overlay;

/// Where simulated hosts are and how far from each other. As many as the matrix has sites stand on one each; more are
/// spread over them: each on a site drawn by hashing, 40 % with an access delay of 0.3 ms and the others of a
/// log-normal one (median 4 ms, sigma 0.6), 30 % of them in networks of eight that share site and access and are 0.3
/// ms apart, each pair with its own +-5 %. Nothing but the matrix is kept, however many hosts there are.
///
/// Every fifth host is no member but somebody whom queries are about.
final class Terrain {
    static final int TARGET_EVERY = 5;
    private static final int LAN_HOSTS = 8;
    private static final double LAN_SHARE = 0.3;
    private static final double LAN_MILLIS = 0.3;
    private static final double CAMPUS_SHARE = 0.4;
    private static final double CAMPUS_MILLIS = 0.3;
    private static final double ACCESS_MEDIAN_MILLIS = 4;
    private static final double ACCESS_SIGMA = 0.6;
    private static final double NOISE = 0.05;

    private final RttMatrix matrix;
    private final int hosts;
    private final boolean expanded;
    private final Draw draw;
    private final int[] lans;
    private final int[] sites;
    private final double[] accesses;

    /// @param members how many members there are to be; 0 for as many as the matrix gives
    Terrain(RttMatrix matrix, int members, long seed) {
        this.matrix = matrix;
        int natural = matrix.sites() - matrix.sites() / TARGET_EVERY;
        expanded = members > natural;
        int wanted = members == 0 ? natural : members;
        hosts = members == 0 ? matrix.sites() : wanted + wanted / (TARGET_EVERY - 1);
        draw = new Draw(seed, "terrain");
        lans = new int[hosts];
        sites = new int[hosts];
        accesses = new double[hosts];
        int[] order = shuffled(matrix.sites(), draw);
        for (int host = 0; host < hosts; host++) {
            if (expanded) {
                place(host);
            } else {
                lans[host] = -1;
                sites[host] = order[host];
            }
        }
    }

    private void place(int host) {
        int lan = host / LAN_HOSTS;
        boolean shared = draw.unit(lan, 1) < LAN_SHARE;
        lans[host] = shared ? lan : -1;
        sites[host] = shared ? draw.below(matrix.sites(), lan, 2) : draw.below(matrix.sites(), host, 3);
        accesses[host] = shared ? accessMillis(lan, 4) : accessMillis(host, 5);
    }

    private static int[] shuffled(int size, Draw draw) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int j = draw.below(i + 1, i, -1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    int hosts() {
        return hosts;
    }

    boolean isTarget(int host) {
        return host % TARGET_EVERY == TARGET_EVERY - 1;
    }

    /// The network of eight that it is in; -1 if it is alone.
    int lanOf(int host) {
        return lans[host];
    }

    private double accessMillis(long whose, int purpose) {
        if (draw.unit(whose, purpose) < CAMPUS_SHARE) {
            return CAMPUS_MILLIS;
        }
        double radius = Math.sqrt(-2 * Math.log(1 - draw.unit(whose, purpose + 2)));
        double normal = radius * Math.cos(2 * Math.PI * draw.unit(whose, purpose + 4));
        return ACCESS_MEDIAN_MILLIS * Math.exp(ACCESS_SIGMA * normal);
    }

    /// The round-trip time between two hosts.
    double rttMillis(int one, int other) {
        if (one == other) {
            return 0;
        }
        double millis = matrix.between(sites[one], sites[other]);
        if (!expanded) {
            return millis;
        }
        boolean local = lans[one] >= 0 && lans[one] == lans[other];
        double plain = local ? LAN_MILLIS : millis + accesses[one] + accesses[other];
        double noise = draw.unit(Math.min(one, other), 16L + Math.max(one, other));
        return plain * (1 + NOISE * (2 * noise - 1));
    }
}
