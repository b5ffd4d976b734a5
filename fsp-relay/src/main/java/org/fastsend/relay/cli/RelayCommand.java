package org.fastsend.relay.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.fastsend.core.block.Buffers;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.cli.BitRate;
import org.fastsend.core.cli.ByteSize;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.control.ControlDirectory;
import org.fastsend.core.control.HostPresence;
import org.fastsend.core.control.TransferRegistry;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.net.CapabilityPolicy;
import org.fastsend.core.net.Carriage;
import org.fastsend.core.net.LocalEnd;
import org.fastsend.core.net.NetTimings;
import org.fastsend.core.net.RelayListener;
import org.fastsend.core.net.udp.TransferRate;
import org.fastsend.core.time.EpochClock;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import org.fastsend.core.wire.StreamFrameCodec;
import org.fastsend.overlay.cli.CapsOption;
import org.fastsend.overlay.cli.MemberAddress;
import org.fastsend.overlay.peer.Offer;
import org.fastsend.relay.admission.AdmissionLimits;
import org.fastsend.relay.lease.LeaseTerm;
import org.fastsend.relay.serve.RelayHost;
import org.fastsend.relay.serve.RunningStore;
import org.fastsend.relay.serve.StoreDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// {@code fsp relay}: keeps sealed blocks until their lease ends. Runs until it is told to stop.
@Command(
        name = "relay",
        mixinStandardHelpOptions = true,
        description = "Keeps sealed blocks, which it cannot read, for members of a federation.")
public final class RelayCommand implements FspCommand {
    private static final Logger LOG = LoggerFactory.getLogger(RelayCommand.class);
    private static final int MAX_PORT = 65_535;
    /// Part of the room on the disk that a relay takes when nobody says how much.
    private static final double DEFAULT_CAPACITY_PART = 0.8;

    private static final long MAX_BUFFER_BYTES = 256L << 20;
    /// So many of the longest blocks that are taken have room in it.
    private static final int BLOCKS_IN_BUFFERS = 3;
    /// Part of the heap for blocks that come, for those that go, and for the index of those on the disk: a sixth
    /// each, and a quarter.
    private static final int HEAP_PER_BUFFERS = 6;

    private static final int HEAP_PER_INDEX = 4;

    @Spec
    private CommandSpec spec;

    @Option(names = "--dir", required = true, paramLabel = "DIR", description = "Where the blocks are kept.")
    private Path directory = Path.of("");

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "" + RelayAddress.DEFAULT_PORT,
            description = "The TCP port to listen at, 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--host", paramLabel = "HOST", description = "The address to listen at (default: all).")
    private Optional<String> host = Optional.empty();

    @Option(
            names = "--port-file",
            paramLabel = "FILE",
            description = "Gets the port, once the relay can be reached there.")
    private Optional<Path> portFile = Optional.empty();

    @Option(
            names = "--capacity",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "How much is kept at most, such as 10G (default: four fifths of what is free).")
    private Optional<Long> capacityBytes = Optional.empty();

    @Option(
            names = "--federation",
            paramLabel = "DIR",
            description = "The relay's own member directory, made by 'fsp ca issue --role relay'.")
    private Optional<Path> federationDirectory = Optional.empty();

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            converter = LeaseDuration.class,
            defaultValue = "7d",
            description = "How long a transfer is kept after its last put or its release (default: ${DEFAULT-VALUE}).")
    private Duration lease = LeaseTerm.DEFAULT.promised();

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = BitRate.class,
            description =
                    "What is sent at most, and what is received, such as 500M bits per second, all peers together;"
                            + " 'fsp transfers' changes it.")
    private Optional<Long> rate = Optional.empty();

    @Option(
            names = "--join",
            paramLabel = "HOST[:PORT]",
            split = ",",
            converter = MemberAddress.class,
            description = "Members of the overlay, any of which will do: senders then find this relay by themselves."
                    + " The first member names itself.")
    private List<RelayAddress> join = List.of();

    @Mixin
    private CapsOption caps = new CapsOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        EpochClock clock = new SystemEpochClock();
        Path membership = federationDirectory.orElseThrow(
                () -> new FspException(
                        ErrorCode.USAGE,
                        "a relay needs a certificate: make one with 'fsp ca issue --role relay' and name its directory with --federation"));
        Identity identity = Identity.load(membership);
        Federation federation = Federation.load(membership, clock);
        String name = federation.self(identity, Role.RELAY, membership).name();
        long memoryBytes = bufferBytes();
        Buffers buffers = new Buffers(memoryBytes);
        Carriage carriage =
                new Carriage(ChannelKind.AUTO, new TransferRate(RateSettings.UNBOUNDED.withTargetBits(rate)));
        LocalEnd local = new LocalEnd(
                identity,
                federation,
                buffers,
                new Buffers(memoryBytes), // those who collect slowly must not keep anybody from putting
                clock,
                new SecureRandom(),
                NetTimings.DEFAULT,
                (int) Math.min(StreamFrameCodec.MAX_BLOCK_BYTES, memoryBytes / BLOCKS_IN_BUFFERS),
                carriage);
        StoreDirectory held = StoreDirectory.open(directory);
        AdmissionLimits limits = limits(held);
        RunningStore running =
                RunningStore.start(held, limits, new LeaseTerm(lease), clock, new SystemNanoClock(), buffers);
        OverlaySeat seat = new OverlaySeat(identity, name, federation, directory, join, caps.caps());
        RelayListener listener = listen(local, running, seat);
        try {
            seat.take(
                    new InetSocketAddress(address().getAddress(), listener.port()),
                    listener.udpBranch(),
                    () -> Offer.of(
                            running.store().freeBytes(),
                            carriage.rate().settings().targetBytesPerSecond()));
        } catch (FspException e) {
            listener.close();
            running.close();
            throw e;
        }
        TransferRegistry registry =
                new TransferRegistry(String.valueOf(ProcessHandle.current().pid()));
        registry.add("relay " + name, carriage);
        HostPresence presence =
                HostPresence.take(ControlDirectory.ofUser(), registry, carriage.rate(), new SystemNanoClock(), clock);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            presence.close();
                            stop(seat, listener, running, stopped);
                        },
                        "fsp-stop"));
        announce(name, listener.port(), limits, running);
        stopped.await();
        return ExitCode.OK.number();
    }

    /// Blocks being received and written; as much for those being read and sent.
    private static long bufferBytes() {
        return Math.min(MAX_BUFFER_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PER_BUFFERS);
    }

    private AdmissionLimits limits(StoreDirectory held) {
        long floorBytes = held.floorBytes();
        long capacity = capacityBytes.orElseGet(
                () -> Math.max(0, (long) ((held.usableBytes() - floorBytes) * DEFAULT_CAPACITY_PART)));
        long items = AdmissionLimits.itemsFor(Runtime.getRuntime().maxMemory() / HEAP_PER_INDEX);
        return new AdmissionLimits(capacity, floorBytes, AdmissionLimits.DEFAULT_MAX_TRANSFERS, items);
    }

    private InetSocketAddress address() {
        if (port < 0 || port > MAX_PORT) {
            throw new FspException(ErrorCode.USAGE, "--port " + port + " is no port; ports go to " + MAX_PORT);
        }
        InetSocketAddress address =
                host.map(name -> new InetSocketAddress(name, port)).orElseGet(() -> new InetSocketAddress(port));
        if (address.isUnresolved()) {
            throw new FspException(ErrorCode.UNKNOWN_HOST, "unknown host " + host.orElse("") + "; check --host");
        }
        return address;
    }

    private RelayListener listen(LocalEnd local, RunningStore running, OverlaySeat seat) throws InterruptedException {
        RelayHost relay = new RelayHost(running.store(), local.self());
        var policy = new CapabilityPolicy(local.federation(), local.self().keyHash(), local.clock(), relay);
        try {
            return RelayListener.open(address(), local, policy, seat.guest());
        } catch (FspException e) {
            running.close();
            throw e;
        }
    }

    private void announce(String name, int boundPort, AdmissionLimits limits, RunningStore running) {
        portFile.ifPresent(file -> new PortFile(file).write(boundPort));
        int transfers = running.store().transfers();
        spec.commandLine()
                .getOut()
                .println("fsp relay " + name + " listening on " + host.orElse("*") + ":" + boundPort + ", capacity "
                        + ByteSize.format(limits.capacityBytes()) + ", "
                        + ByteSize.format(running.store().usedBytes()) + " used by "
                        + transfers + (transfers == 1 ? " transfer" : " transfers"));
    }

    /// Takes no more, and finishes what was begun: what a peer was told is stored is on the disk anyway.
    private static void stop(OverlaySeat seat, RelayListener listener, RunningStore running, CountDownLatch stopped) {
        seat.close();
        listener.close();
        try {
            running.close();
        } catch (InterruptedException e) {
            LOG.warn("stopped before everything was written", e);
            Thread.currentThread().interrupt();
        }
        stopped.countDown();
    }
}
