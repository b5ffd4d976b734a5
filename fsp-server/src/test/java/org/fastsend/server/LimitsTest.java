package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.fastsend.server.auth.Rights;
import org.fastsend.server.auth.User;
import org.fastsend.server.auth.UserLimits;
import org.fastsend.server.session.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitsTest {
    @TempDir
    private Path directory;

    @Test
    void oneAddressHasOnlySoManySessionsAndGetsThemBack() throws IOException {
        try (Served served = Served.in(directory, House.USUAL.holding(10, 2));
                ControlClient first = served.connect()) {
            try (ControlClient second = served.connect();
                    ControlClient third = served.knock()) {
                second.say(200, "NOOP");
                third.expect(421);
                assertTrue(third.isClosed());
            }
            Served.await(() -> served.server().sessions() == 1, "the second session to end");
            try (ControlClient again = served.connect()) {
                again.say(200, "NOOP");
            }
            first.say(200, "NOOP");
        }
    }

    @Test
    void theWholeServerHasOnlySoManySessions() throws IOException {
        try (Served served = Served.in(directory, House.USUAL.holding(1, 5));
                ControlClient first = served.connect();
                ControlClient second = served.knock()) {
            first.say(200, "NOOP");
            second.expect(421);
        }
    }

    @Test
    void aUserHasOnlySoManySessions() throws IOException {
        User dora = new User("dora", "/", Rights.ALL, UserLimits.parse("sessions=1"));
        try (Served served = Served.in(directory, House.USUAL.housing(dora));
                ControlClient second = served.connect()) {
            try (ControlClient first = served.connect().login("dora", "secret");
                    ControlClient alice = served.alice()) {
                second.say(331, "USER dora");
                second.say(421, "PASS secret");
                alice.say(200, "NOOP");
                first.say(221, "QUIT");
            }
            Served.await(() -> served.server().sessions() == 0, "the sessions to end");
            served.connect().login("dora", "secret").close();
        }
    }

    @Test
    void anAddressThatTriesPasswordsIsTurnedAwayForAWhile() throws IOException {
        try (Served served =
                Served.in(directory, House.USUAL.guarded(guarding -> guarding.withBan(2, TimeUnit.HOURS.toNanos(1))))) {
            try (ControlClient guesser = served.connect()) {
                guesser.say(331, "USER alice");
                guesser.say(530, "PASS wrong");
            }
            try (ControlClient guesser = served.connect()) {
                guesser.say(331, "USER alice");
                guesser.say(421, "PASS wrong");
            }
            try (ControlClient guesser = served.knock()) {
                guesser.expect(421);
                assertTrue(guesser.isClosed());
            }
        }
    }

    @Test
    void aRightPasswordMakesGoodForWrongOnes() throws IOException {
        try (Served served =
                Served.in(directory, House.USUAL.guarded(guarding -> guarding.withBan(2, TimeUnit.HOURS.toNanos(1))))) {
            for (int i = 0; i < 3; i++) {
                try (ControlClient forgetful = served.connect()) {
                    forgetful.say(331, "USER alice");
                    forgetful.say(530, "PASS wrong");
                    forgetful.login("alice", "secret");
                }
            }
        }
    }

    @Test
    void whoNeedsNoPasswordMakesGoodForNothing() throws IOException {
        assertMakesGoodForNothing("anonymous", "x");
    }

    @Test
    void whoHasAnAccountMakesGoodForNoGuessesAtAnother() throws IOException {
        assertMakesGoodForNothing("bob", "secret");
    }

    private void assertMakesGoodForNothing(String user, String password) throws IOException {
        try (Served served = Served.in(
                        directory, House.USUAL.guarded(guarding -> guarding.withBan(2, TimeUnit.HOURS.toNanos(1))));
                ControlClient guesser = served.connect()) {
            guesser.say(331, "USER alice");
            guesser.say(530, "PASS wrong");
            guesser.login(user, password);
            guesser.say(331, "USER alice");
            guesser.say(421, "PASS wrong");
        }
    }

    @Test
    void aRightPasswordDoesNotEndABanEvenOnAnOpenConnection() throws IOException {
        try (Served served = Served.in(
                        directory, House.USUAL.guarded(guarding -> guarding.withBan(1, TimeUnit.HOURS.toNanos(1))));
                ControlClient early = served.connect();
                ControlClient guesser = served.connect()) {
            guesser.say(331, "USER alice");
            guesser.say(421, "PASS wrong");
            early.say(331, "USER bob");
            early.say(421, "PASS secret");
            try (ControlClient late = served.knock()) {
                late.expect(421);
            }
        }
    }

    @Test
    void aBanEnds() throws IOException {
        try (Served served = Served.in(directory, House.USUAL.guarded(guarding -> guarding.withBan(1, 1)));
                ControlClient guesser = served.connect()) {
            guesser.say(331, "USER alice");
            guesser.say(530, "PASS wrong");
            served.alice().close();
        }
    }

    @Test
    void whoNeverLogsInIsSentAwayWhateverIsSaid() throws IOException {
        try (Served served = Served.in(
                        directory,
                        House.USUAL.under(policy -> policy.withPatience(
                                Patience.DEFAULT.withLoginNanos(TimeUnit.MILLISECONDS.toNanos(300)))));
                ControlClient slow = served.connect()) {
            String reply = "";
            while (!reply.startsWith("421")) {
                slow.send("NOOP\r\n"); // never silent, never logged in
                reply = slow.read();
            }
            assertTrue(slow.isClosed());
        }
    }

    @Test
    void aSlowlorisNeverHoldsASessionByHalfLines() throws IOException {
        try (Served served = Served.in(
                        directory,
                        House.USUAL.under(policy -> policy.withPatience(
                                Patience.DEFAULT.withLoginNanos(TimeUnit.MILLISECONDS.toNanos(300)))));
                ControlClient slow = served.connect()) {
            slow.send("US");
            slow.send("ER");
            slow.expect(421);
        }
    }

    @Test
    void anUploadBeyondTheQuotaIsRefusedAndLeavesNothing() throws IOException {
        User dora = new User("dora", "/dora", Rights.ALL, UserLimits.parse("quota=100"));
        try (Served served = Served.in(directory, House.USUAL.housing(dora))) {
            Path home = Files.createDirectories(served.root().resolve("dora"));
            Files.writeString(home.resolve("old"), "x".repeat(60));
            try (ControlClient client = served.connect().login("dora", "secret")) {
                client.say(202, "ALLO 40");
                client.say(552, "ALLO 41");
                client.store("STOR fits", "y".repeat(40));
                try (Socket data = client.passive()) {
                    client.say(150, "STOR more");
                    data.getOutputStream().write('z');
                }
                client.expect(552);
                assertFalse(Files.exists(home.resolve("more")));
                client.say(250, "DELE old");
                client.store("STOR more", "z".repeat(60));
                assertEquals(60, Files.size(home.resolve("more")));
            }
        }
    }

    @Test
    void partsAndWhatIsMadeOfThemStayWithinTheQuotaTogether() throws IOException {
        User dora = new User("dora", "/dora", Rights.ALL, UserLimits.parse("quota=100"));
        try (Served served = Served.in(directory, House.USUAL.housing(dora))) {
            Path home = Files.createDirectories(served.root().resolve("dora"));
            try (ControlClient client = served.connect().login("dora", "secret")) {
                client.store("STOR p1", "x".repeat(30));
                client.store("STOR p2", "y".repeat(30));
                client.say(552, "COMB whole p1 p2");
                assertFalse(Files.exists(home.resolve("whole")));
                assertEquals(30, Files.size(home.resolve("p2")));
                client.say(250, "DELE p1");
                client.store("STOR p3", "z".repeat(20));
                client.say(250, "COMB p2 p3");
                assertEquals(50, Files.size(home.resolve("p2")));
            }
        }
    }

    @Test
    void aUsersRateHoldsBothWays() throws IOException {
        User dora = new User("dora", "/", Rights.ALL, UserLimits.parse("down=400000,up=400000"));
        try (Served served = Served.in(directory, House.USUAL.housing(dora));
                ControlClient client = served.connect().login("dora", "secret")) {
            String content = "x".repeat(400_000);
            long start = System.nanoTime();
            client.store("STOR f", content);
            long stored = System.nanoTime();
            assertEquals(content, client.fetch("RETR f"));
            long fetched = System.nanoTime();
            // A quarter of a second is credit; nothing is said about how slow a busy machine may be.
            assertTrue(stored - start > TimeUnit.MILLISECONDS.toNanos(300), "upload took " + (stored - start));
            assertTrue(fetched - stored > TimeUnit.MILLISECONDS.toNanos(600), "download took " + (fetched - stored));
        }
    }

    @Test
    void limitsSurviveTheUsersFileAndNonsenseIsRefused() {
        UserLimits limits = UserLimits.parse("quota=10,down=20,up=30,sessions=4,tls-reuse=require");
        assertEquals(limits, UserLimits.parse(limits.toString()));
        assertEquals(UserLimits.NONE, UserLimits.parse(""));
        for (String wrong : new String[] {"quota=", "quota=0", "quota=-1", "tls-reuse=maybe", "speed=1", "up=x"}) {
            assertThrows(IllegalArgumentException.class, () -> UserLimits.parse(wrong), wrong);
        }
    }
}
