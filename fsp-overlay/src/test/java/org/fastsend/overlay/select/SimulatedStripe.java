package org.fastsend.overlay.select;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fastsend.core.channel.BlockChannel;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.channel.RelayChoice;
import org.fastsend.overlay.select.FluidNetwork.Flow;

/// A stripe from a server to relays and the receiver, and the receiver's collection from the relays, overlapping, in
/// virtual time. Does what a watch decides, as the real stripe does.
final class SimulatedStripe {
    private static final double STEP = 0.01;
    private static final long STEP_NANOS = 10_000_000;
    /// A held target's buffers go on emptying for so long.
    private static final long DRAIN_NANOS = 150_000_000;

    private final FluidNetwork network;
    private final RelayChoice choice;
    private final Map<String, List<String>> paths = new LinkedHashMap<>();
    private final Map<String, List<String>> fetchPaths = new HashMap<>();
    private final Map<String, Double> sent = new HashMap<>();
    private final Map<String, Double> fetched = new HashMap<>();
    private final Map<Integer, String> lanes = new LinkedHashMap<>();
    private final Map<String, Long> heldSince = new HashMap<>();
    private final Set<String> resting = new HashSet<>();
    private final Set<String> dead = new HashSet<>();
    private boolean withheld;
    private long wholeBytes = 1;
    final List<String> log = new ArrayList<>();
    long nowNanos;
    double placed;
    double collected;
    double sendSeconds;
    double quietSeconds;

    SimulatedStripe(FluidNetwork network, RelayChoice choice) {
        this.network = network;
        this.choice = choice;
    }

    static RelayAddress address(String name) {
        return new RelayAddress(name, 4377);
    }

    /// A place that exists in this network.
    void place(String name, List<String> fromSender, List<String> toReceiver) {
        paths.put(name, fromSender);
        fetchPaths.put(name, toReceiver);
    }

    void up(String name) {
        int number = lanes.size();
        lanes.put(number, name);
        choice.handleUp(nowNanos, number, name.equals("client") ? Optional.empty() : Optional.of(address(name)));
        decide();
    }

    /// From now on only so many bytes at once are stored: those that come at the same time become whole together.
    void storeOnly(long bytesAtOnce) {
        wholeBytes = bytesAtOnce;
    }

    /// Who is held now.
    Set<String> held() {
        return heldSince.keySet();
    }

    void kill(String name) {
        dead.add(name);
        lanes.forEach((number, lane) -> {
            if (lane.equals(name)) {
                choice.handleDown(nowNanos, number);
            }
        });
        placed -= sent.getOrDefault(name, 0.0) - fetched.getOrDefault(name, 0.0); // striped again
        fetched.put(name, sent.getOrDefault(name, 0.0));
        decide();
    }

    /// For so many seconds next to nothing moves, as when a host has other things to do.
    void standStill(double seconds, double total) {
        network.scale(0.05);
        runUntil(nowNanos / 1e9 + seconds, total);
        network.scale(20);
    }

    /// Runs until so many seconds have passed, or everything is collected.
    void runUntil(double seconds, double total) {
        while (nowNanos < seconds * 1e9 && collected < total - 1) {
            step(total);
        }
    }

    private void step(double total) {
        List<Flow> flows = new ArrayList<>();
        boolean striping = placed < total - 1;
        withheld &= striping;
        lanes.values().stream().distinct().forEach(name -> {
            if (striping && sends(name)) {
                flows.add(new Flow(name, paths.get(name)));
            }
            boolean fetches = !withheld && !name.equals("client") && !dead.contains(name);
            if (fetches && fetched.getOrDefault(name, 0.0) < sent.getOrDefault(name, 0.0) - 1) {
                flows.add(new Flow(name + ">", fetchPaths.get(name)));
            }
        });
        Map<String, Double> rates = network.rates(flows);
        rates.forEach(this::move);
        nowNanos += STEP_NANOS;
        quietSeconds += withheld ? STEP : 0;
        sendSeconds = placed < total - 1 ? nowNanos / 1e9 : sendSeconds;
        if (nowNanos % RelayChoice.SAMPLE_NANOS == 0) {
            network.wander();
            sample(total);
        }
    }

    private boolean sends(String name) {
        Long held = heldSince.get(name);
        return !dead.contains(name) && !resting.contains(name) && (held == null || nowNanos - held < DRAIN_NANOS);
    }

    private void move(String flow, double rate) {
        double bytes = rate * STEP;
        if (flow.endsWith(">")) {
            String name = flow.substring(0, flow.length() - 1);
            double part = Math.min(bytes, sent.get(name) - fetched.getOrDefault(name, 0.0));
            fetched.merge(name, part, Double::sum);
            collected += part;
            return;
        }
        sent.merge(flow, bytes, Double::sum);
        placed += bytes;
        collected += flow.equals("client") ? bytes : 0;
    }

    private void sample(double total) {
        List<RelayChoice.Sample> samples = new ArrayList<>();
        lanes.forEach((number, name) -> {
            if (!dead.contains(name)) {
                long bytes = sent.getOrDefault(name, 0.0).longValue();
                boolean busy = placed < total - 1 && !resting.contains(name);
                BlockChannel.Echo echo = new BlockChannel.Echo(nowNanos, bytes);
                samples.add(new RelayChoice.Sample(number, bytes, bytes - bytes % wholeBytes, busy, Optional.of(echo)));
            }
        });
        choice.handleSamples(nowNanos, new RelayChoice.Work((long) placed, (long) total), samples);
        decide();
    }

    private void decide() {
        for (var next = choice.poll(nowNanos); next.isPresent(); next = choice.poll(nowNanos)) {
            switch (next.get()) {
                case RelayChoice.Decision.Hold(int target) -> heldSince.put(lanes.get(target), nowNanos);
                case RelayChoice.Decision.Resume(int target) -> heldSince.remove(lanes.get(target));
                case RelayChoice.Decision.Rest(int target, String reason) -> {
                    resting.add(lanes.get(target));
                    heldSince.remove(lanes.get(target));
                    log("rest " + lanes.get(target) + ": " + reason);
                }
                case RelayChoice.Decision.Wake(int target, String reason) -> {
                    resting.remove(lanes.get(target));
                    log("wake " + lanes.get(target) + ": " + reason);
                }
                case RelayChoice.Decision.Withhold() -> withheld = true;
                case RelayChoice.Decision.Announce() -> withheld = false;
                case RelayChoice.Decision.Add(RelayAddress relay, String reason) -> {
                    log("add " + relay.host() + ": " + reason);
                    if (paths.containsKey(relay.host())) {
                        up(relay.host());
                    } else {
                        choice.handleUnusable(nowNanos, relay);
                    }
                }
            }
        }
    }

    private void log(String what) {
        log.add(String.format(java.util.Locale.ROOT, "%.1f %s", nowNanos / 1e9, what));
    }
}
