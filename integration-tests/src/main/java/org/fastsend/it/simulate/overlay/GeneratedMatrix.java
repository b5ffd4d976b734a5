package org.fastsend.it.simulate.overlay;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Round-trip times that nobody measured, of networks unlike those that were: whoever finds relays well only where the
/// method was developed does not do so on these. The same each time. Stateless.
final class GeneratedMatrix {
    private static final int SITES = 400;
    private static final double WIDTH_MILLIS = 160;
    private static final double DEPTH_MILLIS = 100;
    private static final double ACCESS_MEDIAN_MILLIS = 3;
    private static final double ACCESS_SIGMA = 0.8;

    private static final int DOMAINS = 8;
    private static final int ROUTERS_OF_DOMAIN = 4;
    private static final int ROUTERS = DOMAINS * ROUTERS_OF_DOMAIN;
    private static final double DOMAIN_MILLIS = 12;
    private static final int NEAREST_DOMAINS = 2;
    private static final int STUBS_OF_ROUTER = 3;
    private static final int STUBS = ROUTERS * STUBS_OF_ROUTER;
    private static final double MULTIHOMED = 0.2;

    private GeneratedMatrix() {}

    /// Sites anywhere in a plane, each behind an access link of its own: just what coordinates with heights are.
    static RttMatrix plane() {
        Draw draw = new Draw(1, "plane");
        float[][] millis = new float[SITES][SITES];
        for (int one = 0; one < SITES; one++) {
            for (int other = 0; other < one; other++) {
                double rtt =
                        apart(draw, one, other, WIDTH_MILLIS, DEPTH_MILLIS) + access(draw, one) + access(draw, other);
                millis[one][other] = (float) rtt;
                millis[other][one] = (float) rtt;
            }
        }
        return new RttMatrix(millis);
    }

    private static double apart(Draw draw, int one, int other, double width, double depth) {
        return Math.hypot(
                width * (draw.unit(one, 1) - draw.unit(other, 1)), depth * (draw.unit(one, 2) - draw.unit(other, 2)));
    }

    private static double access(Draw draw, int site) {
        double radius = Math.sqrt(-2 * Math.log(1 - draw.unit(site, 3)));
        return ACCESS_MEDIAN_MILLIS * Math.exp(ACCESS_SIGMA * radius * Math.cos(2 * Math.PI * draw.unit(site, 4)));
    }

    /// Sites of stub networks behind routers of a few transit networks, as far from each other as the shortest
    /// way through these (after Zegura, Calvert, Bhattacharjee: How to Model an Internetwork, INFOCOM 1996):
    /// neighbours in space may be far apart, and all of a stub look alike from outside.
    static RttMatrix transitStub() {
        Draw draw = new Draw(1, "transit-stub");
        double[][] ways = shortest(links(draw));
        float[][] millis = new float[SITES][SITES];
        for (int one = 0; one < SITES; one++) {
            for (int other = 0; other < one; other++) {
                int from = draw.below(STUBS, one, 20);
                int to = draw.below(STUBS, other, 20);
                double rtt = ways[ROUTERS + from][ROUTERS + to] + within(draw, one) + within(draw, other);
                millis[one][other] = (float) rtt;
                millis[other][one] = (float) rtt;
            }
        }
        return new RttMatrix(millis);
    }

    /// From a site to the gateway of its stub network.
    private static double within(Draw draw, int site) {
        return 0.3 + 3 * draw.unit(site, 21);
    }

    private static double[][] links(Draw draw) {
        double[][] millis = new double[ROUTERS + STUBS][ROUTERS + STUBS];
        for (double[] row : millis) {
            Arrays.fill(row, Double.POSITIVE_INFINITY);
        }
        for (int one = 0; one < ROUTERS; one++) {
            for (int other = 0; other < one; other++) {
                if (one / ROUTERS_OF_DOMAIN == other / ROUTERS_OF_DOMAIN) {
                    link(millis, one, other, 1 + DOMAIN_MILLIS * draw.unit(one, 30L + other));
                }
            }
        }
        for (int domain = 0; domain < DOMAINS; domain++) {
            peer(draw, millis, domain);
        }
        for (int stub = 0; stub < STUBS; stub++) {
            int router = stub / STUBS_OF_ROUTER;
            link(millis, ROUTERS + stub, router, 1 + 8 * draw.unit(stub, 40));
            if (draw.unit(stub, 41) < MULTIHOMED) {
                link(millis, ROUTERS + stub, draw.below(ROUTERS, stub, 42), 2 + 20 * draw.unit(stub, 43));
            }
        }
        return millis;
    }

    /// A transit network has a link to the next one, so that all are connected, and to those nearest to it.
    private static void peer(Draw draw, double[][] millis, int domain) {
        int[] others = IntStream.range(0, DOMAINS)
                .filter(other -> other != domain)
                .boxed()
                .sorted(Comparator.comparingDouble(other -> apart(draw, domain, other, WIDTH_MILLIS, DEPTH_MILLIS)))
                .mapToInt(other -> other)
                .limit(NEAREST_DOMAINS)
                .toArray();
        int next = (domain + 1) % DOMAINS;
        link(millis, router(draw, domain, next), router(draw, next, domain), distance(draw, domain, next));
        for (int other : others) {
            link(millis, router(draw, domain, other), router(draw, other, domain), distance(draw, domain, other));
        }
    }

    private static int router(Draw draw, int domain, int towards) {
        return domain * ROUTERS_OF_DOMAIN + draw.below(ROUTERS_OF_DOMAIN, domain, 50L + towards);
    }

    private static double distance(Draw draw, int domain, int other) {
        return 2 + apart(draw, domain, other, WIDTH_MILLIS, DEPTH_MILLIS);
    }

    private static void link(double[][] millis, int one, int other, double rtt) {
        millis[one][other] = Math.min(millis[one][other], rtt);
        millis[other][one] = millis[one][other];
    }

    /// Floyd and Warshall.
    private static double[][] shortest(double[][] millis) {
        for (int via = 0; via < millis.length; via++) {
            for (int one = 0; one < millis.length; one++) {
                for (int other = 0; other < millis.length; other++) {
                    millis[one][other] = Math.min(millis[one][other], millis[one][via] + millis[via][other]);
                }
            }
        }
        for (int i = 0; i < millis.length; i++) {
            millis[i][i] = 0;
        }
        return millis;
    }
}
