package org.fastsend.server.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CountDownLatch;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `fsp server`: runs until a signal ends it; then transfers that run may end first.
@Command(
        name = "server",
        mixinStandardHelpOptions = true,
        description = "Serves a directory over FTP and, in a federation, stripes it over relays.")
public final class ServerCommand implements FspCommand {
    private static final Logger LOG = LoggerFactory.getLogger(ServerCommand.class);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerOptions options;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ServerOptions chosen = chosen();
        ServerProcess process = ServerProcess.start(chosen);
        Signals.handle("HUP", () -> reload(process));
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            Signals.handle("TERM", process::hurry);
            Signals.handle("INT", process::hurry);
            process.shutDown();
            ended.countDown();
        }));
        tellPort(chosen, process.address());
        spec.commandLine().getOut().println("fsp server listening on " + process.description());
        ended.await();
        return ExitCode.OK.number();
    }

    /// What stands on the command line and, behind it, in the configuration file as it is now.
    private ServerOptions chosen() {
        if (options.config.isEmpty()) {
            return options;
        }
        ServerOptions chosen = new ServerOptions();
        TomlOptions.read(options.config.get(), spec.commandLine().getParseResult(), chosen);
        return chosen;
    }

    private void reload(ServerProcess process) {
        try {
            process.reload(chosen());
        } catch (FspException e) {
            LOG.error("the configuration stays as it was: {}", e.getMessage());
        }
    }

    /// The file is there whole or not at all.
    private static void tellPort(ServerOptions chosen, InetSocketAddress address) {
        if (chosen.portFile.isEmpty()) {
            return;
        }
        Path file = chosen.portFile.get().toAbsolutePath();
        try {
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(fresh, address.getPort() + "\n");
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new FspException(ErrorCode.NOT_WRITABLE, "cannot write port file " + file + ": " + e, e);
        }
    }
}
