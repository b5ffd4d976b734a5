package org.fastsend.core.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.channel.ChannelKind;
import org.fastsend.core.congestion.Policy;
import org.fastsend.core.congestion.RateSettings;
import org.fastsend.core.files.PrivateDirectory;
import org.fastsend.core.net.Carriage;
import org.fastsend.core.net.udp.TransferRate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ControlSocketTest {
    private static final String ME = String.valueOf(ProcessHandle.current().pid());
    private static final RateChange NOTHING =
            new RateChange(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    @TempDir
    private Path directory;

    private final TransferRegistry registry = new TransferRegistry(ME);
    private final Carriage carriage = new Carriage(ChannelKind.UDP, new TransferRate(RateSettings.UNBOUNDED));

    private ControlDirectory place() {
        return ControlDirectory.at(directory.resolve("fsp"));
    }

    private HostTransfers host() {
        return new HostTransfers(place());
    }

    @Test
    void aTransferIsListedWhileItRuns() throws IOException {
        try (ControlSocket _ = ControlSocket.open(place(), registry).orElseThrow()) {
            assertEquals(List.of(), host().list());
            try (var running = registry.add("evacuate data", carriage)) {
                RunningTransfer seen = host().list().getFirst();
                assertEquals(running.id(), seen.id());
                assertEquals("evacuate data", seen.what());
                assertEquals(ChannelKind.UDP, seen.channel());
                assertEquals(RateSettings.UNBOUNDED, seen.settings());
            }
            assertEquals(List.of(), host().list());
        }
    }

    @Test
    void rateWeightAndPolicyChangeWhileItRuns() throws IOException {
        try (ControlSocket _ = ControlSocket.open(place(), registry).orElseThrow();
                var running = registry.add("get", carriage)) {
            RateChange change = new RateChange(
                    Optional.of(80_000_000L), Optional.of(8_000_000L), Optional.of(2.0), Optional.of(Policy.LOW));
            RunningTransfer changed = host().change(running.id(), change).orElseThrow();
            RateSettings expected = new RateSettings(10_000_000, 1_000_000, 2.0, Policy.LOW);
            assertEquals(expected, changed.settings());
            assertEquals(expected, carriage.rate().settings());

            RateChange unbounded =
                    new RateChange(Optional.of(0L), Optional.empty(), Optional.empty(), Optional.empty());
            host().change(running.id(), unbounded);
            assertEquals(Long.MAX_VALUE, carriage.rate().settings().targetBytesPerSecond());
        }
    }

    @Test
    void whatMakesNoSenseIsRefusedAndChangesNothing() throws IOException {
        try (ControlSocket _ = ControlSocket.open(place(), registry).orElseThrow();
                var running = registry.add("get", carriage)) {
            RateChange heavy = new RateChange(Optional.empty(), Optional.empty(), Optional.of(99.0), Optional.empty());
            assertThrows(IllegalArgumentException.class, () -> host().change(running.id(), heavy));
            assertEquals(RateSettings.UNBOUNDED, carriage.rate().settings());
            assertThrows(IllegalArgumentException.class, () -> host().change(ME + "-99", NOTHING));
            assertEquals(Optional.empty(), host().change("0-1", NOTHING));
        }
    }

    @Test
    void nobodyElseCanLookIn() throws IOException {
        try (ControlSocket _ = ControlSocket.open(place(), registry).orElseThrow()) {
            assertEquals(
                    "rwx------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("fsp"))));
        }
    }

    /// In a container the user may have no name.
    @Test
    void theUserIsWhoeverOwnsWhatTheProcessMakes() throws IOException {
        assertEquals(Files.getOwner(Files.createFile(directory.resolve("made"))).getName(), PrivateDirectory.user());
    }

    @Test
    void aDirectoryThatOthersMayEnterIsNotUsed() throws IOException {
        Path open = Files.createDirectory(directory.resolve("fsp"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertEquals(Optional.empty(), ControlSocket.open(place(), registry));
        assertThrows(IOException.class, () -> host().list());
    }

    @Test
    void theSocketOfAProcessThatIsGoneIsRemoved() throws IOException {
        ControlSocket socket = ControlSocket.open(place(), registry).orElseThrow();
        Path file = directory.resolve("fsp").resolve(ME + ".sock");
        Path stale = directory.resolve("fsp").resolve("1.sock");
        assertTrue(Files.exists(file));
        Files.move(file, stale);
        socket.close();
        assertEquals(List.of(), host().list());
        assertTrue(Files.notExists(stale));
    }

    @Test
    void aProcessThatEndsWhileTheListIsMadeIsNotOnIt() throws IOException {
        try (ControlSocket _ = ControlSocket.open(place(), registry).orElseThrow();
                var running = registry.add("get", carriage)) {
            // in the directory, and not there any more
            Files.createSymbolicLink(directory.resolve("fsp").resolve("1.sock"), directory.resolve("gone"));
            assertEquals(running.id(), host().list().getFirst().id());
        }
    }

    /// The system takes connections for it, and nobody reads what comes.
    @Test
    @Timeout(30)
    void aProcessThatIsStoppedKeepsNobodyElseFromTheList() throws IOException {
        try (ControlSocket _ = ControlSocket.open(place(), registry).orElseThrow();
                var running = registry.add("get", carriage);
                var stopped = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            stopped.bind(UnixDomainSocketAddress.of(directory.resolve("fsp").resolve("0.sock")));
            HostTransfers host = host();
            assertEquals(running.id(), host.list().getFirst().id());
            assertEquals(running.id(), host.list().getFirst().id());
            assertThrows(SocketTimeoutException.class, () -> host.change("0-1", NOTHING));
        }
    }

    @Test
    void requestsThatAreNoneAreAnsweredWithAnError() {
        for (String request : List.of("", "[]", "{\"id\":\"1\"", "x", "{\"id\":\"1-1\",\"policy\":\"rude\"}")) {
            assertTrue(ControlCodec.answer(request, registry).contains("error"), request);
        }
    }
}
