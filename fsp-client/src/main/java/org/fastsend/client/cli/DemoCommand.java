package org.fastsend.client.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.fastsend.client.demo.Demo;
import org.fastsend.client.progress.TransferMeter;
import org.fastsend.client.progress.TransferSummary;
import org.fastsend.core.cli.FspCommand;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.time.SystemNanoClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `fsp demo`: the whole system on this machine.
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Starts a server and four relays on loopback, stripes a tree over them, collects it meanwhile,"
                + " compares it byte for byte, and cleans up.")
public final class DemoCommand implements FspCommand {
    @Mixin
    private Reporting reporting = new Reporting();

    @Parameters(
            paramLabel = "PATH",
            arity = "0..1",
            description = "What to transfer; without it, a tree of some 300 MB is made.")
    private Optional<Path> path = Optional.empty();

    @Override
    public Integer call() {
        return reporting.report("collected", this::demonstrate);
    }

    private TransferSummary demonstrate(TransferMeter meter) throws Exception {
        Workbench bench = Workbench.forBlocksOf(0);
        return new Demo(new SystemNanoClock(), new SystemEpochClock(), bench::workplace, reporting::say)
                .run(path, meter);
    }
}
