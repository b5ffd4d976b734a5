package org.fastsend.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.fastsend.server.command.Extension;
import org.fastsend.server.data.PortRange;
import org.fastsend.server.net.ServerTls;
import org.fastsend.server.session.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransferControlTest {
    private static final byte[] INTERRUPT_AND_ABOR = {
        (byte) 0xFF, (byte) 0xF4, (byte) 0xFF, (byte) 0xF2, 'A', 'B', 'O', 'R', '\r', '\n'
    };

    @TempDir
    private Path directory;

    @Test
    void aPassivePortSurvivesTheCommandsBeforeItsTransfer() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.store("STOR f", "patient");
            try (Socket data = client.passive()) {
                client.say(200, "TYPE I");
                client.say(213, "SIZE f");
                client.say(350, "REST 0");
                client.say(150, "RETR f");
                assertEquals("patient", new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
            client.expect(226);
            client.say(425, "RETR f");
        }
    }

    @Timeout(60)
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPassivePortThatNoTransferAsksForIsFreeForOthersAfterAWhile(boolean talking) throws IOException {
        PortRange single = freePort();
        House house = House.USUAL.under(policy -> policy.withPassivePorts(single)
                .withPatience(Patience.DEFAULT.withDataConnectNanos(TimeUnit.MILLISECONDS.toNanos(300))));
        try (Served served = Served.in(directory, house);
                ControlClient holder = served.alice();
                ControlClient other = served.alice()) {
            served.large("f");
            holder.passivePort();
            while (!other.saidTo("EPSV").startsWith("229")) {
                if (talking) {
                    holder.say(200, "NOOP");
                }
            }
            holder.say(425, "RETR f");
        }
    }

    private static PortRange freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new PortRange(socket.getLocalPort(), socket.getLocalPort());
        }
    }

    @Test
    void urgentCommandsAreAnsweredDuringATransferAndOthersBehindIt() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            served.large("large");
            try (Socket data = client.passive()) {
                client.say(150, "RETR large");
                client.send("PWD\r\n");
                client.say(200, "NOOP");
                assertTrue(client.say(213, "STAT").contains("RETR /large"));
                client.say(503, "AUTH TLS");
                assertEquals(64 << 20, data.getInputStream().readAllBytes().length);
            }
            client.expect(226);
            client.expect(257);
        }
    }

    @ParameterizedTest
    @EnumSource(ServerTls.Provider.class)
    void aborStopsATransferEvenBehindATelnetInterrupt(ServerTls.Provider kind) throws IOException {
        try (Served served = Served.in(directory, kind, policy -> policy, () -> Extension.NONE);
                ControlClient client = served.alice()) {
            served.large("large");
            try (Socket data = client.passive()) {
                client.say(150, "RETR large");
                client.send(INTERRUPT_AND_ABOR);
                client.expect(426);
                client.expect(226);
                assertBroken(data);
            }
            client.say(226, "ABOR");
            client.say(200, "NOOP");
        }
    }

    @ParameterizedTest
    @EnumSource(ServerTls.Provider.class)
    void aborIsHeardWhicheverOfItsBytesIsUrgent(ServerTls.Provider kind) throws IOException {
        try (Served served = Served.in(directory, kind, policy -> policy, () -> Extension.NONE);
                ControlClient lftp = served.alice();
                ControlClient python = served.alice()) {
            lftp.send(Arrays.copyOf(INTERRUPT_AND_ABOR, 3));
            lftp.sendUrgent(INTERRUPT_AND_ABOR[3]);
            lftp.send("ABOR\r\n");
            lftp.expect(226);
            python.send("ABOR\r");
            python.sendUrgent((byte) '\n');
            python.expect(226);
            python.say(200, "NOOP");
        }
    }

    /// The thread that would send a small file must not be the one that listens while it waits for the
    /// client.
    @Test
    void whoDelaysASmallFileIsAnsweredAndHeard() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.store("STOR f", "small");
            client.passivePort();
            client.say(150, "RETR f");
            client.say(200, "NOOP");
            client.send("ABOR\r\n");
            client.expect(426);
            client.expect(226);
            int port = client.passivePort();
            client.say(150, "RETR f");
            client.send("PWD\r\n");
            try (Socket data = ControlClient.open(port)) {
                assertEquals("small", new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
            client.expect(226);
            client.expect(257);
        }
    }

    @Test
    void anAbortedUploadLeavesTheOldFileAlone() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            client.store("STOR f", "old");
            try (Socket data = client.passive()) {
                client.say(150, "STOR f");
                data.getOutputStream().write(new byte[100_000]);
                client.send("ABOR\r\n");
                client.expect(426);
                client.expect(226);
            }
            assertEquals("old", client.fetch("RETR f"));
            assertEquals(
                    3, files(served.root()), "alice's file, bob's home, nothing half-written, and the root itself");
        }
    }

    @Test
    void aClientThatVanishesLeavesNothingHalfWritten() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            try (Socket data = client.passive()) {
                client.say(150, "STOR f");
                data.getOutputStream().write(new byte[100_000]);
                client.vanish();
                assertBroken(data);
            }
            Served.await(() -> served.server().sessions() == 0, "the session to end");
            assertEquals(2, files(served.root()), "bob's home, and the root itself");
        }
    }

    @Test
    void quitWaitsForTheTransfer() throws IOException {
        try (Served served = Served.in(directory);
                ControlClient client = served.alice()) {
            served.large("large");
            try (Socket data = client.passive()) {
                client.say(150, "RETR large");
                client.send("QUIT\r\n");
                assertEquals(64 << 20, data.getInputStream().readAllBytes().length);
            }
            client.expect(226);
            client.expect(221);
            assertTrue(client.isClosed());
        }
    }

    @Test
    void drainingLetsTransfersEndAndTakesNobodyNew() throws Exception {
        try (Served served = Served.in(directory);
                ControlClient idle = served.anonymous();
                ControlClient client = served.alice()) {
            served.large("large");
            try (Socket data = client.passive()) {
                client.say(150, "RETR large");
                CompletableFuture<Boolean> drained = new CompletableFuture<>();
                Thread.ofVirtual().start(() -> {
                    try {
                        drained.complete(served.server().drain(TimeUnit.SECONDS.toNanos(20)));
                    } catch (InterruptedException e) {
                        drained.completeExceptionally(e);
                    }
                });
                idle.expect(421);
                assertEquals(64 << 20, data.getInputStream().readAllBytes().length);
                client.expect(226);
                client.expect(421);
                assertTrue(drained.get(20, TimeUnit.SECONDS));
            }
        }
    }

    /// A broken connection is reset: it must not look like the end of the data.
    static void assertBroken(Socket data) throws IOException {
        try {
            long length = data.getInputStream().readAllBytes().length;
            throw new AssertionError("it ended in order after " + length + " bytes");
        } catch (SocketException expected) {
            assertTrue(expected.getMessage() != null);
        }
    }

    /// Without the beginnings that are kept out of sight, for whoever goes on with them.
    static long files(Path root) {
        try (var all = Files.walk(root)) {
            return all.filter(path -> !String.valueOf(path.getFileName()).startsWith(".fsp-upload-begun-"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
