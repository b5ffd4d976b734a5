package org.fastsend.core.trust;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.core.time.EpochClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberFilesTest {
    private final EpochClock clock = () -> TestFederation.START_SECONDS * 1000;

    @TempDir
    private Path dir;

    private Path issued(String name) {
        Path ca = dir.resolve("ca");
        Authority authority = Files.exists(ca) ? Authority.load(ca, clock) : Authority.create(ca, "campus", clock);
        authority.issueInto(dir.resolve(name), Role.RELAY, name, List.of("localhost"));
        return dir.resolve(name);
    }

    private void assertFails(ErrorCode code, String saying, Runnable action) {
        FspException failure = assertThrows(FspException.class, action::run);
        assertEquals(code, failure.code());
        assertTrue(failure.getMessage().contains(saying), failure::getMessage);
    }

    @Test
    void aMemberReadsBackWhatTheAuthorityIssued() throws TrustException {
        Path r1 = issued("r1");
        Identity identity = Identity.load(r1);
        Federation federation = Federation.load(r1, clock);
        Member member = federation.verify(List.of(identity.certificate()));
        assertEquals(new Member(Role.RELAY, "r1", identity.keyHash()), member);
        byte[] signature = identity.sign("test ", new byte[] {1});
        assertTrue(identity.verifyingKey().verifies(signature, "test ", new byte[] {1}));
        assertEquals(federation.pin(), Federation.load(issued("r2"), clock).pin());
    }

    @Test
    void aMemberHearsAtOnceWhenItsRoleOrItsTimeIsWrong() {
        Path r1 = issued("r1");
        Identity identity = Identity.load(r1);
        assertEquals(
                "r1", Federation.load(r1, clock).self(identity, Role.RELAY, r1).name());
        assertFails(
                ErrorCode.UNTRUSTED,
                "make a server's",
                () -> Federation.load(r1, clock).self(identity, Role.SERVER, r1));
        EpochClock muchLater = () -> clock.millis() + Duration.ofDays(100_000).toMillis();
        assertFails(
                ErrorCode.UNTRUSTED,
                "is valid from",
                () -> Federation.load(r1, muchLater).self(identity, Role.RELAY, r1));
    }

    @Test
    void nobodyElseReadsAPrivateKey() throws IOException {
        Path r1 = issued("r1");
        for (Path key : List.of(dir.resolve("ca/ca.key"), r1.resolve("node.key"))) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key)));
        }
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        Path r1 = issued("r1");
        byte[] authorityKey = Files.readAllBytes(dir.resolve("ca/ca.key"));
        byte[] memberKey = Files.readAllBytes(r1.resolve("node.key"));
        assertFails(
                ErrorCode.NOT_WRITABLE, "ca.key exists", () -> Authority.create(dir.resolve("ca"), "campus", clock));
        assertFails(ErrorCode.NOT_WRITABLE, "node.key exists", () -> issued("r1"));
        assertArrayEquals(authorityKey, Files.readAllBytes(dir.resolve("ca/ca.key")));
        assertArrayEquals(memberKey, Files.readAllBytes(r1.resolve("node.key")));
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        Path nowhere = dir.resolve("nowhere");
        assertFails(ErrorCode.MISSING_PATH, "no " + nowhere.resolve("node.crt"), () -> Identity.load(nowhere));
        assertFails(ErrorCode.MISSING_PATH, "no " + nowhere.resolve("ca.crt"), () -> Federation.load(nowhere, clock));
        assertFails(ErrorCode.MISSING_PATH, "no " + nowhere.resolve("ca.crt"), () -> Authority.load(nowhere, clock));
        assertFalse(Files.exists(nowhere));
        Files.createFile(nowhere);
        assertFails(ErrorCode.NOT_WRITABLE, "not a directory", () -> Authority.create(nowhere, "campus", clock));
    }

    @Test
    void aKeyOfAnotherMemberIsNotTakenForOnesOwn() throws IOException {
        Path r1 = issued("r1");
        Files.copy(issued("r2").resolve("node.key"), r1.resolve("node.key"), StandardCopyOption.REPLACE_EXISTING);
        assertFails(ErrorCode.UNTRUSTED, "names another key", () -> Identity.load(r1));
    }

    @Test
    void filesThatHoldNoPemAreNamed() throws IOException {
        Path r1 = issued("r1");
        Files.writeString(r1.resolve("node.key"), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        assertFails(ErrorCode.UNTRUSTED, "not a private key", () -> Identity.load(r1));
        Files.writeString(r1.resolve("node.crt"), "garbage");
        assertFails(ErrorCode.UNTRUSTED, "node.crt holds no certificate", () -> Identity.load(r1));
        Files.write(r1.resolve("node.crt"), new byte[100_000]);
        assertFails(ErrorCode.UNTRUSTED, "node.crt holds no certificate", () -> Identity.load(r1));
    }
}
