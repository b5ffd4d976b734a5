package org.fastsend.it.simulate;

/// How long a bottleneck's queue is: a time at the link's rate, and a share of the bandwidth-delay product.
public record UdpBuffer(double seconds, double bdp) {
    public double seconds(double rttSeconds) {
        return seconds + bdp * rttSeconds;
    }
}
