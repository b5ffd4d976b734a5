package org.fastsend.it.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.fastsend.core.cli.ExitCode;
import org.fastsend.core.trust.Role;
import org.fastsend.it.cluster.FspProcess;
import org.fastsend.it.cluster.LocalFederation;
import org.fastsend.it.cluster.LocalFederation.Node;
import org.fastsend.it.cluster.Trees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What people do wrong: each gets one clear line and an exit code of its own, never a stack trace.
class BadInputTest {
    @TempDir
    Path work;

    @Test
    void eachMistakeHasOneLineAndItsOwnExitCode() throws IOException {
        try (LocalFederation federation = new LocalFederation(work.resolve("federation"))) {
            String member = federation.member(Role.CLIENT, "client").toString();
            Node relay = federation.relay("r1");
            String file = Trees.file(work.resolve("file"), 100, 1).toString();
            String missing = work.resolve("missing").toString();
            String dest = work.resolve("dest").toString();
            String underFile = work.resolve("file/under").toString();
            Files.writeString(work.resolve("nonsense"), "this is no ticket\n");

            expect(ExitCode.UNKNOWN_HOST, "get", "ftp://no-such-host.invalid/x", dest, "--federation", member);
            expect(
                    ExitCode.UNKNOWN_HOST,
                    "evacuate",
                    file,
                    "--relays",
                    "no-such-host.invalid:1",
                    "--federation",
                    member);
            expect(ExitCode.CONNECT_REFUSED, "get", "ftp://127.0.0.1:1/x", dest, "--federation", member);
            expect(ExitCode.MISSING_PATH, "evacuate", missing, "--relays", relay.address(), "--federation", member);
            expect(
                    ExitCode.MALFORMED_TICKET,
                    "collect",
                    work.resolve("nonsense").toString(),
                    dest);
            expect(ExitCode.MISSING_PATH, "collect", missing, dest);
            expect(
                    ExitCode.PORT_IN_USE,
                    "relay",
                    "--dir",
                    dest,
                    "--host",
                    "127.0.0.1",
                    "--port",
                    "" + relay.port(),
                    "--federation",
                    federation.member(Role.RELAY, "r2").toString());
            expect(ExitCode.USAGE, "evacuate", file);
            expect(ExitCode.USAGE, "no-such-command");
            String ticket = work.resolve("ticket").toString();
            assertEquals(
                    0,
                    FspProcess.run(
                                    work,
                                    "evacuate",
                                    file,
                                    "--relays",
                                    relay.address(),
                                    "--federation",
                                    member,
                                    "--ticket-file",
                                    ticket)
                            .exit());
            expect(ExitCode.NOT_WRITABLE, "collect", ticket, underFile);
        }
    }

    @Test
    void blocksThatNoRelayHasRoomForAreRefusedWithWhatItTakes() throws IOException {
        try (LocalFederation federation = new LocalFederation(work.resolve("federation"))) {
            Node relay = federation.relay("r1");
            List<String> words = List.of(
                    "evacuate",
                    Trees.file(work.resolve("file"), 100, 1).toString(),
                    "--block-size",
                    "64M",
                    "--relays",
                    relay.address(),
                    "--federation",
                    federation.member(Role.CLIENT, "client").toString());
            try (FspProcess sender = FspProcess.start(work, List.of("-Xmx1g"), Map.of(), words)) {
                FspProcess.Ended ended = sender.await();
                assertEquals(ExitCode.NOT_ENOUGH_RELAYS.number(), ended.exit());
                assertTrue(ended.err().contains("choose a smaller --block-size"), ended.err());
            }
        }
    }

    @Test
    void aRelayOfAnotherFederationIsNotTrusted() throws IOException {
        try (LocalFederation ours = new LocalFederation(work.resolve("ours"));
                LocalFederation theirs = new LocalFederation(work.resolve("theirs"))) {
            Node relay = theirs.relay("r1");
            String file = Trees.file(work.resolve("file"), 100, 1).toString();

            expect(
                    ExitCode.UNTRUSTED,
                    "evacuate",
                    file,
                    "--relays",
                    relay.address(),
                    "--federation",
                    ours.member(Role.CLIENT, "client").toString(),
                    "--ticket-file",
                    work.resolve("t").toString());
        }
    }

    private void expect(ExitCode code, String... arguments) {
        FspProcess.Ended ended = FspProcess.run(work, arguments);
        String said = List.of(arguments) + "\nout: " + ended.out() + "\nerr: " + ended.err();
        assertEquals(code.number(), ended.exit(), said);
        assertEquals(1, ended.err().strip().lines().count(), said);
        assertFalse(Stream.of("\tat ", "Exception").anyMatch(ended.err()::contains), said);
    }
}
