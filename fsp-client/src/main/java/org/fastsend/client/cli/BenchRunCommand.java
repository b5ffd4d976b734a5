package org.fastsend.client.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.fastsend.client.bench.BenchOrder;
import org.fastsend.client.bench.BenchReport;
import org.fastsend.client.bench.BenchRun;
import org.fastsend.core.channel.RelayAddress;
import org.fastsend.core.cli.ByteSize;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `fsp bench run`: one path test.
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Sends blocks from memory to a 'fsp bench serve' and says how fast that went and what it cost.",
            "With --read they come from a file; with --write they travel the other way, into a file here."
        })
public final class BenchRunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ChannelOptions channel = new ChannelOptions();

    @Mixin
    private ControllerOption law = new ControllerOption();

    @Parameters(paramLabel = "HOST:PORT", description = "Where 'fsp bench serve' listens.")
    private String peer = "";

    @Option(
            names = "--streams",
            paramLabel = "N|auto",
            description =
                    "TCP streams or UDP sessions; auto (default): 4 or 1, and more sessions where one processor is not"
                            + " enough.")
    private String streams = StreamsOption.AUTO;

    @Option(names = "--seconds", paramLabel = "S", description = "How long (default: 10).")
    private double seconds = 10;

    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "End after so much data, such as 60M, even if the time is not over.")
    private Optional<Long> bytes = Optional.empty();

    @Option(names = "--read", paramLabel = "FILE", description = "Send what this file holds, again and again.")
    private Optional<Path> read = Optional.empty();

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Receive instead of send, and write what comes into this file; it is overwritten.")
    private Optional<Path> write = Optional.empty();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        channel.check();
        RelayAddress address = address();
        if (read.isPresent() && write.isPresent()) {
            throw new FspException(
                    ErrorCode.USAGE,
                    "--read sends and --write receives; to bring in the other end's disk, give it to 'bench serve --write'");
        }
        if (!(seconds > 0)) {
            throw new FspException(ErrorCode.USAGE, "--seconds must be more than 0");
        }
        try (Opened from = Opened.of(read, StandardOpenOption.READ);
                Opened to = Opened.of(
                        write,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            double atMost =
                    bytes.isPresent() && !spec.commandLine().getParseResult().hasMatchedOption("--seconds")
                            ? Integer.MAX_VALUE
                            : seconds;
            BenchReport report = new BenchRun(new BenchOrder(
                            address.host(),
                            address.port(),
                            channel.carriage().by(law.controller()),
                            StreamsOption.count(streams),
                            atMost,
                            bytes.orElse(Long.MAX_VALUE),
                            from.file(),
                            to.file()))
                    .run();
            if (json) {
                spec.commandLine().getOut().println(report.json());
            } else {
                report.lines().forEach(spec.commandLine().getOut()::println);
            }
            return ExitCode.OK.number();
        }
    }

    private RelayAddress address() {
        try {
            return RelayAddress.parse(peer);
        } catch (IllegalArgumentException e) {
            throw new FspException(ErrorCode.USAGE, "'" + peer + "' is no HOST:PORT");
        }
    }

    /// A file that was named, or none.
    private record Opened(Optional<FileChannel> file) implements AutoCloseable {
        static Opened of(Optional<Path> path, OpenOption... options) throws IOException {
            return new Opened(path.isEmpty() ? Optional.empty() : Optional.of(FileChannel.open(path.get(), options)));
        }

        @Override
        public void close() throws IOException {
            if (file.isPresent()) {
                file.get().close();
            }
        }
    }
}
