package org.fastsend.client.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.fastsend.client.bench.BenchServer;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.net.Carriage;
import org.fastsend.core.time.SystemNanoClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `fsp bench serve`: the other end of path tests. Runs until it is told to stop.
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = "Serves path tests to whoever connects, at one TCP and UDP port.")
public final class BenchServeCommand implements Callable<Integer> {
    private static final int DEFAULT_PORT = 4378;
    private static final double NANOS_PER_SECOND = 1e9;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ChannelOptions channel = new ChannelOptions();

    @Mixin
    private ControllerOption law = new ControllerOption();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "" + DEFAULT_PORT,
            description = "The port to listen at, 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port = DEFAULT_PORT;

    @Option(names = "--host", paramLabel = "HOST", description = "The address to listen at (default: all).")
    private Optional<String> host = Optional.empty();

    @Option(names = "--port-file", paramLabel = "FILE", description = "Gets the port, once it can be reached there.")
    private Optional<Path> portFile = Optional.empty();

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description =
                    "How long to run the UDP channel in memory before listening, so that the first test finds its code"
                            + " compiled (default: ${DEFAULT-VALUE}; 0: not at all).")
    private double warmUpSeconds = 5;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Write what comes into this file, so that this end's disk counts; it is overwritten.")
    private Optional<Path> write = Optional.empty();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<FileChannel> file = write.isEmpty()
                ? Optional.empty()
                : Optional.of(FileChannel.open(
                        write.get(),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE));
        InetSocketAddress address =
                host.map(name -> new InetSocketAddress(name, port)).orElseGet(() -> new InetSocketAddress(port));
        Carriage carriage = channel.carriage().by(law.controller());
        if (carriage.kind() != ChannelKind.TCP && warmUpSeconds > 0) {
            spec.commandLine()
                    .getErr()
                    .println("fsp bench: listening in " + Math.round(warmUpSeconds) + " s, when its code is warm");
            carriage.warmUp().runFor((long) (warmUpSeconds * NANOS_PER_SECOND), new SystemNanoClock());
        }
        BenchServer server = BenchServer.open(address, carriage, file);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.close();
            stopped.countDown();
        }));
        if (portFile.isPresent()) {
            tell(portFile.get(), server.port());
        }
        spec.commandLine().getOut().println("fsp bench listening on " + host.orElse("*") + ":" + server.port());
        stopped.await();
        return ExitCode.OK.number();
    }

    /// The file is there whole or not at all.
    private static void tell(Path file, int port) throws IOException {
        Path next = file.toAbsolutePath().resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, port + "\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
