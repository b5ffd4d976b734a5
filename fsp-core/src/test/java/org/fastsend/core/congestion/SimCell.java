package org.fastsend.core.congestion;

import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.congestion.SimWorld.Link;

/// One bottleneck, its senders, and what became of them.
final class SimCell {
    static final int DATAGRAM_BYTES = 1500;
    private static final double LEAST_BUFFER_DATAGRAMS = 16;
    private static final double BITS = 8;

    final SimWorld world;
    final Link link;
    final List<SimFlow> flows = new ArrayList<>();
    private final double bitsPerSecond;
    private final double loss;

    SimCell(double bitsPerSecond, double bufferMillis, double loss, long seed) {
        this.bitsPerSecond = bitsPerSecond;
        this.loss = loss;
        world = new SimWorld(seed);
        double least = LEAST_BUFFER_DATAGRAMS * DATAGRAM_BYTES;
        link = world.new Link(bitsPerSecond, Math.max(least, bitsPerSecond / BITS * bufferMillis / 1000));
    }

    SimFlow flow(double rttMillis, double startSeconds, RateSettings settings) {
        Controller controller = Algorithm.FSP.controller(settings, DATAGRAM_BYTES, 0);
        return flow(rttMillis, startSeconds, controller);
    }

    SimFlow flow(double rttMillis, double startSeconds, Controller controller) {
        SimFlow flow = new SimFlow(world, List.of(link), controller, DATAGRAM_BYTES, (long) (rttMillis * SimWorld.MS));
        flow.loss = loss;
        flow.start((long) (startSeconds * SimWorld.SECOND));
        flows.add(flow);
        return flow;
    }

    /// What each flow had delivered a second between two times, in bits; the queue is measured between them too.
    double[] goodputs(double fromSeconds, double toSeconds) {
        world.run((long) (fromSeconds * SimWorld.SECOND));
        link.resetStatistics();
        long[] before = flows.stream().mapToLong(flow -> flow.delivered).toArray();
        world.run((long) (toSeconds * SimWorld.SECOND));
        double[] goodputs = new double[before.length];
        for (int i = 0; i < before.length; i++) {
            goodputs[i] = (flows.get(i).delivered - before[i]) * DATAGRAM_BYTES * BITS / (toSeconds - fromSeconds);
        }
        return goodputs;
    }

    /// The part of the link, less what it loses by chance, that carried something.
    double share(double[] goodputs) {
        double sum = 0;
        for (double goodput : goodputs) {
            sum += goodput;
        }
        return sum / (bitsPerSecond * (1 - loss));
    }

    /// Packets lost until then.
    double lost(double seconds) {
        world.run((long) (seconds * SimWorld.SECOND));
        return flows.stream().mapToLong(flow -> flow.lost).sum();
    }

    /// What of all packets sent was lost beyond chance.
    double excess() {
        double sent = 0;
        double lost = 0;
        for (SimFlow flow : flows) {
            sent += flow.sent;
            lost += flow.lost;
        }
        return lost / sent - loss;
    }
}
