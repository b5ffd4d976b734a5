package org.fastsend.overlay.select;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Links shared by flows like a fluid, max-min fair but for each flow's weight, which wanders: good enough for TCP
/// over some hundred milliseconds. In virtual time.
final class FluidNetwork {
    private final Map<String, Double> capacity = new HashMap<>();
    private final Map<String, Double> weights = new HashMap<>();
    private final Map<String, Double> strengths = new HashMap<>();
    private final Random random;
    private boolean calm;

    FluidNetwork(long seed) {
        random = new Random(seed);
    }

    /// Some bytes on their way over some links.
    record Flow(String name, List<String> links) {}

    void link(String name, double bytesPerSecond) {
        capacity.put(name, bytesPerSecond);
    }

    /// Makes all links so many times as fast.
    void scale(double factor) {
        capacity.replaceAll((_, bytesPerSecond) -> bytesPerSecond * factor);
    }

    /// Makes a flow take so many times what it would among others.
    void strengthen(String flow, double times) {
        strengths.put(flow, times);
    }

    /// Rates of all flows now, by name.
    Map<String, Double> rates(List<Flow> flows) {
        Map<String, Double> rates = new HashMap<>();
        Map<String, Double> left = new HashMap<>(capacity);
        List<Flow> open = new ArrayList<>(flows);
        while (!open.isEmpty()) {
            String tightest = "";
            double least = Double.POSITIVE_INFINITY;
            for (String link : left.keySet()) {
                double sum = open.stream()
                        .filter(f -> f.links().contains(link))
                        .mapToDouble(this::weight)
                        .sum();
                if (sum > 0 && left.get(link) / sum < least) {
                    least = left.get(link) / sum;
                    tightest = link;
                }
            }
            String bottleneck = tightest;
            double share = least;
            for (Flow flow : List.copyOf(open)) {
                if (flow.links().contains(bottleneck)) {
                    double rate = share * weight(flow);
                    rates.put(flow.name(), rate);
                    flow.links().forEach(link -> left.merge(link, -rate, Double::sum));
                    open.remove(flow);
                }
            }
        }
        return rates;
    }

    /// No flow becomes stronger or weaker any more, so that nobody is seen to contend.
    void calm() {
        calm = true;
    }

    /// Time passes: every flow becomes a little stronger or weaker than the others.
    void wander() {
        if (calm) {
            return;
        }
        weights.replaceAll((_, weight) -> Math.clamp(weight * (0.9 + 0.2 * random.nextDouble()), 0.6, 1.6));
    }

    private double weight(Flow flow) {
        double weight = weights.computeIfAbsent(flow.name(), _ -> 0.8 + 0.4 * random.nextDouble());
        return weight * strengths.getOrDefault(flow.name(), 1.0);
    }
}
