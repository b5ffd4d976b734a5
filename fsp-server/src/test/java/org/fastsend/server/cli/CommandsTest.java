package org.fastsend.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.Fsp;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
    private static final String HASH = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$+RsCrdHrAKGEJIDLM0Esow";

    @TempDir
    private Path directory;

    private Path users;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeUsers() throws IOException {
        users = Files.writeString(directory.resolve("users"), "alice:" + HASH + ":/:rwd\nbob:" + HASH + ":/bob:r\n");
    }

    @Test
    void aServerWithoutARootOrWithoutUsersDoesNotStart() {
        fails(ExitCode.USAGE, "--root", "server", "--anonymous");
        fails(ExitCode.MISSING_PATH, "/no/such", "server", "--root", "/no/such", "--anonymous");
        fails(ExitCode.USAGE, "nobody could log in", "server", "--root", directory.toString());
        fails(
                ExitCode.MISSING_PATH,
                "fsp user add",
                "server",
                "--root",
                directory.toString(),
                "--users",
                directory.resolve("missing").toString());
    }

    @Test
    void aBadUsersFileIsNamedWithItsLine() throws IOException {
        Files.writeString(users, "alice:secret:/:r\n");
        fails(ExitCode.USAGE, "line 1", "server", "--root", directory.toString(), "--users", users.toString());
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fails(
                    ExitCode.PORT_IN_USE,
                    Integer.toString(taken.getLocalPort()),
                    "server",
                    "--root",
                    directory.toString(),
                    "--users",
                    users.toString(),
                    "--host",
                    "127.0.0.1",
                    "--port",
                    Integer.toString(taken.getLocalPort()));
        }
    }

    @Test
    void aFederationThatIsNoneIsNamed() {
        fails(
                ExitCode.MISSING_PATH,
                "nowhere",
                "server",
                "--root",
                directory.toString(),
                "--anonymous",
                "--federation",
                directory.resolve("nowhere").toString());
    }

    @Test
    void aClientsCertificateMakesNoServer() {
        Path client = directory.resolve("laptop");
        Authority.create(directory.resolve("ca"), "campus", new SystemEpochClock())
                .issueInto(client, Role.CLIENT, "laptop", List.of());
        fails(
                ExitCode.UNTRUSTED,
                "client laptop; make a server's with 'fsp ca issue --role server'",
                "server",
                "--root",
                directory.toString(),
                "--anonymous",
                "--federation",
                client.toString());
    }

    @Test
    void optionsThatMakeNoSenseAreUsageErrors() {
        fails(ExitCode.USAGE, "--pasv-range", "server", "--pasv-range", "9-1");
        fails(ExitCode.USAGE, "relay", "server", "--relays", "nonsense");
        fails(
                ExitCode.UNKNOWN_HOST,
                "no such host",
                "server",
                "--root",
                directory.toString(),
                "--users",
                users.toString(),
                "--host",
                "no such host");
    }

    @Test
    void aConfigurationFileStandsBehindTheCommandLine() throws IOException {
        Path config = Files.writeString(
                directory.resolve("fsp.toml"),
                "root = \"/no/such/root\"\nanonymous = true\nrelays = [\"h:1\", \"h:2\"]\nport = 0\n");
        fails(ExitCode.MISSING_PATH, "/no/such/root", "server", "--config", config.toString());
        fails(ExitCode.MISSING_PATH, "/other", "server", "--config", config.toString(), "--root", "/other");
    }

    @Test
    void whatIsWrongWithAConfigurationFileIsSaid() throws IOException {
        Path config = directory.resolve("fsp.toml");
        fails(ExitCode.MISSING_PATH, "no configuration " + config, "server", "--config", config.toString());
        Files.writeString(config, "colour = \"green\"\n");
        fails(ExitCode.USAGE, "colour", "server", "--config", config.toString());
        Files.writeString(config, "root = = \n");
        fails(ExitCode.USAGE, "TOML", "server", "--config", config.toString());
        Files.writeString(config, "port = \"many\"\n");
        fails(ExitCode.USAGE, "--port", "server", "--config", config.toString());
    }

    @Test
    void usersAreListedAndRemoved() {
        assertEquals(0, run("user", "list", "--users", users.toString()));
        assertEquals("alice\t/\trwd\nbob\t/bob\tr\n", out.toString());
        assertEquals(0, run("user", "remove", "--users", users.toString(), "alice"));
        assertEquals(0, run("user", "list", "--users", users.toString()));
        assertTrue(out.toString().endsWith("removed alice\nbob\t/bob\tr\n"), out.toString());
        fails(ExitCode.USAGE, "no user alice", "user", "passwd", "--users", users.toString(), "alice");
        fails(ExitCode.USAGE, "bob exists", "user", "add", "--users", users.toString(), "bob");
        fails(ExitCode.USAGE, "rwd", "user", "add", "--users", users.toString(), "--rights", "x", "carol");
        fails(ExitCode.USAGE, "a command is missing", "user");
    }

    @Test
    void whyAUsersFileCannotBeReadIsSaid() throws IOException {
        Path directories = Files.createDirectories(directory.resolve("users.d"));
        fails(ExitCode.MISSING_PATH, "s a directory", "user", "list", "--users", directories.toString());
    }

    private void fails(ExitCode exit, String named, String... arguments) {
        err.getBuffer().setLength(0);
        assertEquals(exit.number(), run(arguments), err::toString);
        List<String> lines = err.toString().lines().toList();
        assertEquals(1, lines.size(), err::toString);
        assertTrue(lines.getFirst().startsWith("fsp: ") && lines.getFirst().contains(named), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    private int run(String... arguments) {
        return Fsp.run(List.of(arguments), new PrintWriter(out, true), new PrintWriter(err, true));
    }
}
