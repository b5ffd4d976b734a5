package org.fastsend.client.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `fsp ca init`: a new authority.
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = "Makes a new authority: DIR/ca.crt for everyone, DIR/ca.key for nobody else.")
final class CaInitCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Made if need be; must hold no authority yet.")
    private Path directory = Path.of("");

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "federation",
            description = "What certificates call the authority (default: ${DEFAULT-VALUE}).")
    private String name = "";

    @Override
    public Integer call() {
        Authority.create(directory, name, new SystemEpochClock());
        spec.commandLine()
                .getOut()
                .println("made the authority " + name + " in " + directory + "; keep "
                        + directory.resolve(Authority.KEY_FILE) + " secret");
        return ExitCode.OK.number();
    }
}
