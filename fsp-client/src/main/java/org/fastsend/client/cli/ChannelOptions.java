package org.fastsend.client.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.cli.BitRate;
import org.fastsend.core.congestion.Policy;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.control.ControlDirectory;
import org.fastsend.core.control.HostPresence;
import org.fastsend.core.control.TransferRegistry;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.Carriage;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import picocli.CommandLine.Option;

/// What carries a transfer's blocks, and how fast.
final class ChannelOptions {
    @Option(
            names = "--channel",
            paramLabel = "tcp|udp|auto",
            description = "What carries blocks: parallel TCP, the delay-based UDP channel, or auto (default): UDP where"
                    + " it gets through and does better, TCP where not.")
    private Optional<String> channel = Optional.empty();

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = BitRate.class,
            description = "Never faster than this, such as 100M or 1G bits per second, all relays together.")
    private Optional<Long> rate = Optional.empty();

    @Option(
            names = "--min-rate",
            paramLabel = "RATE",
            converter = BitRate.class,
            description = "Never slower over UDP than this on account of the network.")
    private Optional<Long> minRate = Optional.empty();

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "How to stand to other traffic: fair (default), high (twice a share), low (yields), fixed"
                    + " (sends at --rate whatever happens).")
    private Optional<String> policy = Optional.empty();

    @Option(
            names = "--weight",
            paramLabel = "W",
            description = "Share of a bottleneck among transfers, 1/16 to 16; 1 by default.")
    private Optional<Double> weight = Optional.empty();

    /// Fails for values that make no sense, before anything is connected.
    void check() {
        kind();
        settings();
    }

    ChannelKind kind() {
        try {
            return channel.map(ChannelKind::parse).orElse(ChannelKind.AUTO);
        } catch (IllegalArgumentException e) {
            throw new FspException(ErrorCode.USAGE, "--channel: " + e.getMessage());
        }
    }

    RateSettings settings() {
        long target = rate.map(bits -> bits / Byte.SIZE).orElse(Long.MAX_VALUE);
        long least = minRate.map(bits -> bits / Byte.SIZE).orElse(0L);
        if (least > target) {
            throw new FspException(ErrorCode.USAGE, "--min-rate is more than --rate");
        }
        double share = weight.orElse(1.0);
        if (!(share >= RateSettings.MIN_WEIGHT && share <= RateSettings.MAX_WEIGHT)) {
            throw new FspException(ErrorCode.USAGE, "--weight must be 0.0625 to 16");
        }
        Policy how = policy();
        if (how == Policy.FIXED && rate.isEmpty()) {
            throw new FspException(ErrorCode.USAGE, "--policy fixed needs --rate");
        }
        return new RateSettings(target, least, share, how);
    }

    Carriage carriage() {
        return new Carriage(kind(), new TransferRate(settings()));
    }

    /// Does the work of a transfer, which `fsp transfers` can see and change meanwhile.
    ///
    /// @param what it does, for people
    <T> T announced(String what, Work<T> work) throws InterruptedException {
        Carriage carriage = carriage();
        TransferRegistry registry =
                new TransferRegistry(String.valueOf(ProcessHandle.current().pid()));
        try (var _ = HostPresence.take(
                        ControlDirectory.ofUser(),
                        registry,
                        carriage.rate(),
                        new SystemNanoClock(),
                        new SystemEpochClock());
                var _ = registry.add(what, carriage)) {
            return work.run(carriage);
        }
    }

    /// A transfer whose blocks travel so.
    @FunctionalInterface
    interface Work<T> {
        T run(Carriage carriage) throws InterruptedException;
    }

    /// What was given, as the parameters of `OPTS FSP` (docs/wire.md, "FTP extension").
    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        channel.ifPresent(name -> parameters.put("Channel", name.toLowerCase(Locale.ROOT)));
        rate.ifPresent(bits -> parameters.put("Rate", bits.toString()));
        minRate.ifPresent(bits -> parameters.put("MinRate", bits.toString()));
        weight.ifPresent(share -> parameters.put("Weight", share.toString()));
        policy.ifPresent(name -> parameters.put("Policy", name.toLowerCase(Locale.ROOT)));
        return parameters;
    }

    private Policy policy() {
        String name = policy.orElse("fair").toUpperCase(Locale.ROOT);
        for (Policy known : Policy.values()) {
            if (known.name().equals(name)) {
                return known;
            }
        }
        throw new FspException(
                ErrorCode.USAGE, "--policy must be fixed, high, fair or low, not '" + policy.get() + "'");
    }
}
