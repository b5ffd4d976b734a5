package org.fastsend.client.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.fastsend.core.cli.Fsp;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Member;
import org.fastsend.core.trust.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path dir;

    private int fsp(String... args) {
        return Fsp.run(List.of(args), new PrintWriter(out, true), new PrintWriter(err, true));
    }

    private String ca() {
        return dir.resolve("ca").toString();
    }

    private String member(String name) {
        return dir.resolve(name).toString();
    }

    @Test
    void aFederationTakesTwoCommandsAndEachSaysOneLine() throws Exception {
        assertEquals(0, fsp("ca", "init", ca(), "--name", "campus"), err::toString);
        assertEquals(
                0,
                fsp(
                        "ca",
                        "issue",
                        ca(),
                        "--role",
                        "relay",
                        "--name",
                        "r1",
                        "--host",
                        "localhost",
                        "--host",
                        "127.0.0.1",
                        "--out",
                        member("r1")),
                err::toString);
        List<String> lines = out.toString().lines().toList();
        assertEquals(2, lines.size(), out::toString);
        assertTrue(lines.get(0).startsWith("made the authority campus in " + ca()), lines::getFirst);
        assertTrue(lines.get(1).startsWith("issued relay r1 in " + member("r1") + ", valid until 20"), lines::getLast);

        Path r1 = Path.of(member("r1"));
        Identity identity = Identity.load(r1);
        Member verified = Federation.load(r1, new SystemEpochClock()).verify(List.of(identity.certificate()));
        assertEquals(new Member(Role.RELAY, "r1", identity.keyHash()), verified);
        for (Path key : List.of(dir.resolve("ca/ca.key"), r1.resolve("node.key"))) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key)));
        }
    }

    @Test
    void anAuthorityIsNeverOverwritten() throws IOException {
        fsp("ca", "init", ca());
        String key = Files.readString(dir.resolve("ca/ca.key"));
        assertEquals(21, fsp("ca", "init", ca()));
        assertTrue(err.toString().contains("ca.key exists and is not overwritten"), err::toString);
        assertEquals(key, Files.readString(dir.resolve("ca/ca.key")));
    }

    @Test
    void mistakesAreNamedInOneLine() {
        fsp("ca", "init", ca());
        assertEquals(20, fsp("ca", "issue", member("no"), "--role", "relay", "--name", "r1", "--out", member("r1")));
        assertEquals(2, fsp("ca", "issue", ca(), "--role", "king", "--name", "r1", "--out", member("r1")));
        assertEquals(2, fsp("ca", "issue", ca(), "--role", "relay", "--name", "../r1", "--out", member("r1")));
        assertEquals(
                2, fsp("ca", "issue", ca(), "--role", "relay", "--name", "r1", "--host", "a b", "--out", member("r1")));
        assertEquals(2, fsp("ca", "issue", ca(), "--role", "relay", "--name", "r1"));
        assertEquals(2, fsp("ca"));
        assertEquals(6, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains("no " + member("no")), err::toString);
        assertFalse(Files.exists(Path.of(member("r1"))));
    }
}
