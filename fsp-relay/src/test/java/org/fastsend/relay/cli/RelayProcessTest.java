package org.fastsend.relay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.fastsend.core.block.ChecksumAlgorithm;
import org.fastsend.core.block.SealedBlock;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.time.SystemEpochClock;
import org.fastsend.core.trust.Authority;
import org.fastsend.core.trust.Federation;
import org.fastsend.core.trust.Identity;
import org.fastsend.core.trust.Receipt;
import org.fastsend.core.trust.Role;
import org.fastsend.relay.store.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A relay as people run it: a process, spoken to over the network, stopped and killed.
@Timeout(120)
class RelayProcessTest {
    @TempDir
    private Path temporary;

    private Identity client;
    private Federation federation;

    @BeforeEach
    void found() throws Exception {
        Authority authority = Authority.create("test", new SystemEpochClock());
        authority.issueInto(temporary.resolve("relay"), Role.RELAY, "r1", List.of());
        client = authority.issue(Role.CLIENT, "c1", List.of());
        federation = new Federation(authority.certificate(), new SystemEpochClock());
    }

    @Test
    void whatWasStoredIsServedAfterATermAndARestart() throws Exception {
        Set<Integer> stored;
        Path portFile = temporary.resolve("port");
        try (RelayProcess relay = start(List.of(), "--port-file", portFile.toString())) {
            assertEquals(
                    relay.port(), Integer.parseInt(Files.readString(portFile).strip()));
            assertTrue(relay.announcement().startsWith("fsp relay r1 listening on 127.0.0.1:"), relay.announcement());
            assertTrue(relay.announcement().contains(", capacity 1.0 GiB"), relay.announcement());
            try (TestPeer peer = peer(relay, RelayProcessTest::small)) {
                peer.channel().appendFeed(Samples.entry(0)).join();
                stored = peer.putUntilStored(0, 50, relay::terminate);
            }
        }
        try (RelayProcess relay = start(List.of());
                TestPeer peer = peer(relay, RelayProcessTest::small)) {
            peer.getAll(stored);
            List<FeedEntry> feed = peer.channel().readFeed(0).join();
            assertEquals(List.of(Samples.entry(0)), feed);
            Receipt receipt = peer.channel().release().join();
            assertTrue(receipt.blocks() >= stored.size());
            assertTrue(receipt.leaseEndsEpochSeconds() >= new SystemEpochClock().seconds() + 7 * 86_400 - 60);
        }
    }

    @Test
    void everyBlockThatWasStoredIsServedAfterKills() throws Exception {
        Set<Integer> stored = new HashSet<>();
        for (int kill = 0; kill < 3; kill++) {
            try (RelayProcess relay = start(List.of());
                    TestPeer peer = peer(relay, RelayProcessTest::small)) {
                peer.putUntilStored(kill * 10_000, 30 + 40 * kill, relay::kill);
                peer.awaitDown();
                stored.addAll(peer.storedNow());
            }
        }
        try (RelayProcess relay = start(List.of());
                TestPeer peer = peer(relay, RelayProcessTest::small)) {
            peer.getAll(stored);
        }
    }

    @Test
    void eightMebibyteBlocksFitIntoASmallHeap() throws Exception {
        List<String> small = List.of("-Xmx256m", "-XX:MaxDirectMemorySize=32m");
        try (RelayProcess relay = start(small);
                TestPeer peer = peer(relay, RelayProcessTest::large)) {
            Set<Integer> stored = peer.putUntilStored(0, 24, () -> {});
            peer.getAll(stored);
        }
    }

    private RelayProcess start(List<String> jvmOptions, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--dir",
                temporary.resolve("blocks").toString(),
                "--federation",
                temporary.resolve("relay").toString(),
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--capacity",
                "1G"));
        arguments.addAll(List.of(more));
        return RelayProcess.start(temporary.resolve("errors"), jvmOptions, arguments);
    }

    private TestPeer peer(RelayProcess relay, java.util.function.IntFunction<SealedBlock> blocks) {
        return new TestPeer(relay.port(), client, federation, blocks);
    }

    private static SealedBlock small(int number) {
        return Samples.block(number, ChecksumAlgorithm.CRC32C, 100_000);
    }

    private static SealedBlock large(int number) {
        return Samples.block(number, ChecksumAlgorithm.CRC32C, 8 << 20);
    }
}
