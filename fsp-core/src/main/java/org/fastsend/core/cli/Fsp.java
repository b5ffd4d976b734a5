package org.fastsend.core.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The entry of every `fsp` process. The commands are found with [ServiceLoader], so that this class knows none of
/// them.
public final class Fsp {
    private static final String JSON = "--json";

    private Fsp() {}

    public static void main(String[] args) {
        // Before anything that takes time to load: scripts ask for the version often.
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
            System.out.println(versionLine());
            return;
        }
        String level = System.getenv("FSP_LOG");
        if (level != null && !level.isBlank()) {
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", level.strip());
        }
        StandardOutput standard = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter out = new PrintWriter(standard, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exit = run(List.of(args), out, err);
        out.flush();
        if (exit == ExitCode.OK.number() && standard.failure().isPresent()) {
            exit = report(standard.failure().get(), err);
        }
        err.flush();
        ProcessEnd.end(exit);
    }

    /// Runs one command to its end and returns the process's exit code. Prints at most one line of its own to `err`.
    public static int run(List<String> args, PrintWriter out, PrintWriter err) {
        try {
            return commandLine(args, out, err).execute(args.toArray(String[]::new));
        } catch (Throwable failure) {
            return report(failure, err);
        }
    }

    private static CommandLine commandLine(List<String> args, PrintWriter out, PrintWriter err) {
        CommandLine root = new CommandLine(new Root());
        List<ServiceLoader.Provider<FspCommand>> found =
                ServiceLoader.load(FspCommand.class).stream().toList();
        // picocli reads every option of a command by reflection, so one run sets up the one command it needs; only
        // help, and a name that does not exist, need them all.
        List<ServiceLoader.Provider<FspCommand>> wanted =
                found.stream().filter(c -> isNamed(c.type(), args)).toList();
        for (var command : wanted.isEmpty() ? found : wanted) {
            root.addSubcommand(command.get());
        }
        describeVersion(root.getCommandSpec());
        return root.setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler((failure, given) -> usage(failure, List.of(given)))
                .setExecutionExceptionHandler((failure, where, _) -> failed(failure, where, args));
    }

    private static boolean isNamed(Class<? extends FspCommand> type, List<String> args) {
        Command command = type.getAnnotation(Command.class);
        return command != null && !args.isEmpty() && args.getFirst().equals(command.name());
    }

    private static void describeVersion(CommandSpec spec) {
        spec.version(versionLine());
        spec.subcommands().values().forEach(sub -> describeVersion(sub.getCommandSpec()));
    }

    private static int usage(ParameterException failure, List<String> given) {
        CommandLine where = failure.getCommandLine();
        String message = Objects.requireNonNullElse(failure.getMessage(), "bad arguments");
        if (failure instanceof UnmatchedArgumentException unmatched
                && where.getParent() == null
                && !unmatched.isUnknownOption()) {
            message = "no command '" + unmatched.getUnmatched().getFirst() + "'";
        }
        if (failure instanceof MissingParameterException) { // for want of what was mistyped
            message = unknownOption(where)
                    .map(option -> "Unknown option: '" + option + "'")
                    .orElse(message);
        }
        String line = oneLine(message) + "; see '" + where.getCommandSpec().qualifiedName() + " --help'";
        tellScript(ErrorCode.USAGE, line, where, given);
        where.getErr().println("fsp: " + line);
        return ExitCode.USAGE.number();
    }

    private static Optional<String> unknownOption(CommandLine where) {
        return where.getUnmatchedArguments().stream()
                .filter(argument -> argument.length() > 1 && argument.startsWith("-"))
                .findFirst();
    }

    private static int failed(Throwable failure, CommandLine where, List<String> given) {
        if (!(failure instanceof Reported)) {
            FspException named = Failures.named(failure);
            tellScript(named.code(), oneLine(named.getMessage()), where, given);
        }
        return report(failure, where.getErr());
    }

    /// Whoever asked for JSON gets it from a failure too.
    private static void tellScript(ErrorCode code, String line, CommandLine where, List<String> given) {
        if (given.contains(JSON) && where.getCommandSpec().findOption(JSON) != null) {
            ObjectNode object = new ObjectMapper().createObjectNode();
            object.putObject("error").put("code", code.name()).put("message", line);
            where.getOut().println(object);
        }
    }

    private static int report(Throwable failure, PrintWriter err) {
        FspException named = Failures.named(failure);
        err.println("fsp: " + oneLine(named.getMessage()));
        LoggerFactory.getLogger(Fsp.class).debug("{}", named.code(), failure);
        return ExitCode.of(named.code()).number();
    }

    private static String oneLine(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static String versionLine() {
        try (InputStream in = Fsp.class.getResourceAsStream("version.txt")) {
            return "fsp "
                    + (in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).strip());
        } catch (IOException _) {
            return "fsp unknown";
        }
    }

    @Command(
            name = "fsp",
            mixinStandardHelpOptions = true,
            description = "Hands data over fast: FTP, and sealed blocks striped over relays.",
            synopsisSubcommandLabel = "COMMAND")
    private static final class Root implements Runnable {
        @CommandLine.Spec
        private CommandSpec spec;

        @Override
        public void run() {
            throw new ParameterException(spec.commandLine(), "a command is missing");
        }
    }
}
