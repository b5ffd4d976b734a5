package org.fastsend.client.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Role;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `fsp ca issue`: a new member, with everything that `--federation` asks for.
@Command(
        name = "issue",
        mixinStandardHelpOptions = true,
        description = "Makes a new member with a key and a certificate, in a directory for --federation.")
final class CaIssueCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The authority's directory.")
    private Path directory = Path.of("");

    @Option(
            names = "--role",
            required = true,
            paramLabel = "ROLE",
            description = "What the member is there for: server, relay or client.")
    private Role role = Role.CLIENT;

    @Option(names = "--name", required = true, paramLabel = "NAME", description = "What messages call the member.")
    private String name = "";

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "A host name or address that ordinary FTP clients reach a server under; may be repeated.")
    private List<String> hosts = List.of();

    @Option(
            names = "--out",
            required = true,
            paramLabel = "MEMBERDIR",
            description = "Gets ca.crt, node.crt and node.key (secret); made if need be, must hold no member yet.")
    private Path memberDirectory = Path.of("");

    @Override
    public Integer call() {
        Identity member =
                Authority.load(directory, new SystemEpochClock()).issueInto(memberDirectory, role, name, hosts);
        spec.commandLine()
                .getOut()
                .println("issued " + role.word() + " " + name + " in " + memberDirectory + ", valid until "
                        + member.certificate().getNotAfter().toInstant());
        return ExitCode.OK.number();
    }
}
