package org.fastsend.server.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.fastsend.core.error.ErrorCode;
import org.fastsend.core.error.FspException;
import org.fastsend.server.net.ServerKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final PasswordHash SECRET = PasswordHash.of("secret", RANDOM);

    @TempDir
    private Path directory;

    @Test
    void aHashMadeByTheReferenceProgramIsUnderstood() {
        // From the tests of the reference implementation, github.com/P-H-C/phc-winner-argon2.
        PasswordHash reference = PasswordHash.parse(
                "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$" + "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc");
        assertTrue(reference.matches("password"));
        assertFalse(reference.matches("Password"));
    }

    @Test
    void hashesOfOnePasswordDifferAndSurviveTheirText() {
        assertTrue(PasswordHash.parse(SECRET.toString()).matches("secret"));
        assertNotEquals(SECRET, PasswordHash.of("secret", RANDOM));
    }

    @Test
    void hashesThatWouldExhaustTheServerAreRefused() {
        String salt = "$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        for (String parameters : List.of("m=9999999,t=2,p=1", "m=65536,t=99,p=1", "m=65536,t=0,p=1", "m=8,t=1,p=99")) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> PasswordHash.parse("$argon2id$v=19$" + parameters + salt),
                    parameters);
        }
    }

    @Test
    void mutatedHashesAreRefusedOrParsedButNeverBreakAnything() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder(SECRET.toString());
            text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(128));
            try {
                assertTrue(PasswordHash.parse(text.toString()).memoryKib() <= PasswordHash.MAX_MEMORY_KIB);
            } catch (IllegalArgumentException expected) {
                assertTrue(expected.getMessage() != null, "seed " + seed);
            }
        }
    }

    @Test
    void theUsersFileKeepsWhatWasWrittenAndIsSecret() throws IOException {
        UsersFile file = users(new User("alice", "/home/alice", Rights.parse("rw")));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())));
        UsersFile.Account alice = file.read().get("alice");
        assertEquals(new User("alice", "/home/alice", new Rights(true, true, false, false)), alice.user());
        assertEquals(SECRET, alice.password());
    }

    @Test
    void whatIsWrongWithAUsersFileIsSaidWithItsLine() throws IOException {
        Map<String, String> bad = Map.of(
                "alice",
                "line 2",
                "alice:x:/:r",
                "line 2",
                "alice:" + SECRET + ":home:r",
                "line 2",
                "alice:" + SECRET + ":/:rx",
                "line 2",
                "a:" + SECRET + ":/:r\na:" + SECRET + ":/:r",
                "line 3");
        for (Map.Entry<String, String> each : bad.entrySet()) {
            Path path = Files.writeString(directory.resolve("bad"), "# users\n" + each.getKey() + "\n");
            FspException failure = assertThrows(FspException.class, () -> new UsersFile(path).read());
            assertEquals(ErrorCode.USAGE, failure.code());
            assertTrue(failure.getMessage().contains(each.getValue()), failure.getMessage());
        }
    }

    @Test
    void namesThatWouldBreakALineOfTheFileAreNoNames() {
        for (String name : List.of("", "a:b", "a\nb")) {
            assertThrows(IllegalArgumentException.class, () -> new User(name, "/", Rights.ALL), name);
        }
    }

    @Test
    void onlyTheRightPasswordLogsIn() throws InterruptedException {
        Logins logins = new Logins(Optional.of(users(new User("alice", "/", Rights.ALL))), false, RANDOM);
        for (int i = 0; i < 2; i++) {
            assertEquals(Optional.of("alice"), logins.verify("alice", "secret").map(User::name));
            assertEquals(Optional.empty(), logins.verify("alice", "wrong"));
            assertEquals(Optional.empty(), logins.verify("bob", "secret"));
        }
        assertEquals(Optional.empty(), logins.verify("anonymous", "x"));
    }

    @Test
    void onlyTheFirstLoginWithAPasswordIsHashed() throws InterruptedException {
        AtomicInteger hashed = new AtomicInteger();
        Logins logins =
                new Logins(Optional.of(users(new User("alice", "/", Rights.ALL))), false, RANDOM, (hash, password) -> {
                    hashed.incrementAndGet();
                    return hash.matches(password);
                });
        for (int i = 0; i < 100; i++) {
            assertEquals(Optional.of("alice"), logins.verify("alice", "secret").map(User::name));
        }
        assertEquals(1, hashed.get());
        assertEquals(Optional.empty(), logins.verify("alice", "wrong"));
        assertEquals(Optional.empty(), logins.verify("alice", "wrong"));
        assertEquals(3, hashed.get(), "a wrong password is never remembered");
    }

    @Test
    void anonymousMayReadWhereTheyAreWelcome() throws InterruptedException {
        Logins logins = new Logins(Optional.empty(), true, RANDOM);
        assertEquals(Optional.of(User.ANONYMOUS), logins.verify("FTP", "whatever"));
        assertEquals(Rights.READ_ONLY, User.ANONYMOUS.rights());
    }

    @Test
    void aRememberedLoginIsForgottenWithItsPassword() {
        VerifiedLogins verified = new VerifiedLogins(RANDOM);
        UsersFile.Account account = new UsersFile.Account(new User("alice", "/", Rights.ALL), SECRET);
        assertFalse(verified.knows(account, "secret"));
        verified.remember(account, "secret");
        assertTrue(verified.knows(account, "secret"));
        assertFalse(verified.knows(account, "other"));
        assertFalse(verified.knows(new UsersFile.Account(account.user(), PasswordHash.of("secret", RANDOM)), "secret"));
        assertFalse(new VerifiedLogins(RANDOM).knows(account, "secret"));
    }

    @Test
    void rememberedLoginsAreBounded() {
        VerifiedLogins verified = new VerifiedLogins(RANDOM);
        UsersFile.Account account = new UsersFile.Account(new User("alice", "/", Rights.ALL), SECRET);
        for (int i = 0; i <= VerifiedLogins.MAX_REMEMBERED; i++) {
            verified.remember(account, "p" + i);
        }
        assertFalse(verified.knows(account, "p0"));
        assertTrue(verified.knows(account, "p" + VerifiedLogins.MAX_REMEMBERED));
    }

    @Test
    void changesToTheFileCountAtTheNextLoginAndABrokenFileChangesNothing() throws IOException, InterruptedException {
        UsersFile file = users(new User("alice", "/", Rights.ALL));
        Logins logins = new Logins(Optional.of(file), false, RANDOM);
        users(new User("alice", "/", Rights.READ_ONLY), new User("bob", "/", Rights.ALL));
        assertEquals(
                Optional.of(Rights.READ_ONLY), logins.verify("alice", "secret").map(User::rights));
        assertEquals(Optional.of("bob"), logins.verify("bob", "secret").map(User::name));
        Files.writeString(file.path(), "broken");
        assertEquals(Optional.of("bob"), logins.verify("bob", "secret").map(User::name));
    }

    @Test
    void theSelfSignedCertificateIsMadeOnceAndItsKeyIsSecret() throws IOException {
        ServerKey first = ServerCertificate.findOrCreate(directory, List.of("localhost"), Instant.now(), RANDOM)
                .load();
        ServerKey again = ServerCertificate.findOrCreate(directory, List.of("localhost"), Instant.now(), RANDOM)
                .load();
        assertEquals(first.chain(), again.chain());
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("fsp-server.key"))));
    }

    @Test
    void aDamagedCertificateIsNamed() throws IOException {
        Files.writeString(directory.resolve("fsp-server.crt"), "nonsense");
        Files.writeString(directory.resolve("fsp-server.key"), "nonsense");
        FspException failure = assertThrows(
                FspException.class,
                () -> ServerCertificate.findOrCreate(directory, List.of("localhost"), Instant.now(), RANDOM)
                        .load());
        assertEquals(ErrorCode.UNTRUSTED, failure.code());
        assertTrue(failure.getMessage().contains("fsp-server.crt"), failure.getMessage());
    }

    @Test
    void aRenewedCertificateServesWithoutARestartAndABrokenOneNever() throws IOException {
        CertificateFiles files = ServerCertificate.findOrCreate(directory, List.of("localhost"), Instant.now(), RANDOM);
        ReloadingCertificate certificate = new ReloadingCertificate(files);
        ServerKey first = certificate.get();
        assertEquals(first, certificate.get());
        Files.delete(files.certificate());
        ServerCertificate.findOrCreate(directory, List.of("localhost"), Instant.now(), RANDOM);
        ServerKey second = certificate.get();
        assertNotEquals(first.chain(), second.chain());
        Files.writeString(files.certificate(), "half of");
        assertEquals(second, certificate.get());
    }

    @Test
    void aCertificateWithTheKeyOfAnotherIsRefused() throws IOException {
        CertificateFiles one =
                ServerCertificate.findOrCreate(directory.resolve("a"), List.of("localhost"), Instant.now(), RANDOM);
        CertificateFiles other =
                ServerCertificate.findOrCreate(directory.resolve("b"), List.of("localhost"), Instant.now(), RANDOM);
        CertificateFiles mixed = new CertificateFiles(one.certificate(), other.key());
        assertEquals(
                ErrorCode.UNTRUSTED,
                assertThrows(FspException.class, mixed::load).code());
    }

    private UsersFile users(User... users) {
        UsersFile file = new UsersFile(directory.resolve("users"));
        Map<String, UsersFile.Account> accounts = new LinkedHashMap<>();
        for (User user : users) {
            accounts.put(user.name(), new UsersFile.Account(user, SECRET));
        }
        file.write(accounts);
        return file;
    }
}
