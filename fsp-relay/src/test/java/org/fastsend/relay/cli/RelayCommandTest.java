package org.fastsend.relay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fastsend.core.cli.ByteSize;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.cli.Fsp;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Role;
import org.fastsend.relay.serve.StoreDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What keeps a relay from starting is said in one line, with an exit code of its own.
class RelayCommandTest {
    @TempDir
    private Path temporary;

    private Path blocks;
    private Path membership;
    private final StringWriter errors = new StringWriter();

    @BeforeEach
    void found() {
        blocks = temporary.resolve("blocks");
        membership = temporary.resolve("relay");
        Authority authority = Authority.create("test", new SystemEpochClock());
        authority.issueInto(membership, Role.RELAY, "r1", List.of());
        authority.issueInto(temporary.resolve("client"), Role.CLIENT, "c1", List.of());
    }

    @Test
    void withoutACertificateItSaysHowToGetOne() {
        assertEquals(ExitCode.USAGE.number(), run("--dir", blocks.toString()));
        assertSays("fsp ca issue --role relay");
    }

    @Test
    void certificateOfAnotherRoleIsRefused() {
        assertEquals(
                ExitCode.UNTRUSTED.number(),
                run(
                        "--dir",
                        blocks.toString(),
                        "--federation",
                        temporary.resolve("client").toString()));
        assertSays("client c1");
    }

    @Test
    void missingMemberDirectoryIsNamed() {
        Path missing = temporary.resolve("nowhere");
        assertEquals(
                ExitCode.MISSING_PATH.number(), run("--dir", blocks.toString(), "--federation", missing.toString()));
        assertSays("nowhere");
    }

    @Test
    void directoryInUseIsRefused() {
        try (StoreDirectory held = StoreDirectory.open(blocks)) {
            assertEquals(ExitCode.NOT_WRITABLE.number(), member("--port", "0"));
            assertSays("another relay is using " + held.path());
        }
    }

    @Test
    void fileInPlaceOfTheDirectoryIsRefused() throws Exception {
        Files.writeString(blocks, "no directory");
        assertEquals(ExitCode.NOT_WRITABLE.number(), member("--port", "0"));
        assertSays("is not a directory");
    }

    @Test
    void portInUseIsRefusedAndTheDirectoryFreeAgain() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertEquals(ExitCode.PORT_IN_USE.number(), member("--host", "127.0.0.1", "--port", port));
            assertSays(port);
        }
        StoreDirectory.open(blocks).close();
    }

    @Test
    void unknownHostIsNamed() {
        assertEquals(ExitCode.UNKNOWN_HOST.number(), member("--host", "no-such-host.invalid", "--port", "0"));
        assertSays("no-such-host.invalid");
    }

    @Test
    void sizesTimesAndPortsThatAreNoneAreRefused() {
        assertEquals(ExitCode.USAGE.number(), member("--capacity", "lots"));
        assertSays("'lots' is no size");
        assertEquals(ExitCode.USAGE.number(), member("--lease", "0d"));
        assertSays("'0d' is no duration");
        assertEquals(ExitCode.USAGE.number(), member("--port", "70000"));
        assertSays("70000");
    }

    @Test
    void sizesAreReadAndWrittenInPowersOf1024() {
        ByteSize sizes = new ByteSize();
        assertEquals(500, sizes.convert("500"));
        assertEquals(10L << 30, sizes.convert("10G"));
        assertEquals(3L << 40, sizes.convert("3TiB"));
        assertEquals(7 << 10, sizes.convert("7kb"));
        assertEquals("512 B", ByteSize.format(512));
        assertEquals("1.5 KiB", ByteSize.format(1536));
        assertEquals("10.0 GiB", ByteSize.format(10L << 30));
    }

    private int member(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("--dir", blocks.toString(), "--federation", membership.toString()));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    private int run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("relay"));
        command.addAll(List.of(arguments));
        return Fsp.run(command, new PrintWriter(new StringWriter()), new PrintWriter(errors));
    }

    private void assertSays(String part) {
        String said = errors.toString();
        assertTrue(said.contains(part), said);
        errors.getBuffer().setLength(0);
        assertEquals(1, said.lines().count(), said);
    }
}
