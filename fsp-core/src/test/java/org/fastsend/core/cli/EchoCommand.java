package org.fastsend.core.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints its arguments, one a line.
@Command(name = "echo", mixinStandardHelpOptions = true)
public final class EchoCommand implements FspCommand {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        words.forEach(spec.commandLine().getOut()::println);
        return ExitCode.OK.number();
    }
}
